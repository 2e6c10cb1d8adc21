import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PublicPage } from '../../../app/public-page.tsx';
import { CodeList } from '../../../parts/code-list.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { useTabTitle } from '../../../parts/tab-title.ts';
import { readFailure } from '../../../requests/failure.ts';
import { useLinkToken } from '../../../session/link-token.ts';
import { AppForm } from './app-form.tsx';
import { OwnerForm } from './owner-form.tsx';
import { type TotpSecret, useSetupLink } from './queries.ts';
import { texts } from './texts.ts';

/** Page of the one-time address: the first owner, their second factor, then the setup in the console. */
export function FirstOwnerPage() {
  useTabTitle(texts.tab);
  const token = useLinkToken();
  const link = useSetupLink(token);
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <PublicPage title={texts.codes.title}>
        <Stack>
          <Alert color="amber" variant="light">
            {texts.codes.text}
          </Alert>
          <CodeList
            codes={codes}
            filename="recovery-codes.txt"
            kept={texts.codes.kept}
            // Load a new page, without the token in its address.
            onKept={() => window.location.replace('/operator/setup')}
          />
        </Stack>
      </PublicPage>
    );
  }
  if (secret) {
    return (
      <PublicPage title={texts.app.title}>
        <AppForm secret={secret} onEnabled={setCodes} />
      </PublicPage>
    );
  }
  if (!token || (link.error && readFailure(link.error).status === 404)) {
    return <Gone text={token ? texts.gone : texts.broken} />;
  }
  return (
    <PublicPage title={link.data ? texts.owner.title : texts.waiting}>
      {link.data ? <OwnerForm token={token} onCreated={setSecret} /> : null}
      {link.isPending ? <Skeleton height={240} /> : null}
      {link.error ? <Failure error={link.error} title={texts.notLoaded} onRetry={() => void link.refetch()} /> : null}
    </PublicPage>
  );
}

function Gone({ text }: { text: string }) {
  return (
    <PublicPage title={texts.goneTitle}>
      <Stack>
        <Text>{text}</Text>
        <Button component={Link} to="/sign-in" variant="default">
          {texts.toSignIn}
        </Button>
      </Stack>
    </PublicPage>
  );
}
