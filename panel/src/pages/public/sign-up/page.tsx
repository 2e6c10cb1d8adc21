import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PublicPage } from '../../../app/public-page.tsx';
import { useShopSettings } from '../../../app/shop-settings.ts';
import { language } from '../../../locales/choice.ts';
import { useTabTitle } from '../../../parts/tab-title.ts';
import { panelApi } from '../../../session/panel-api.ts';
import { type SignUpBody, SignUpForm } from './sign-up-form.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/sign-up');

/** Starts the sign-up. The response is the same for every address; the e-mail contains the next step. */
export function SignUpPage() {
  useTabTitle(texts.tab);
  const { plan } = route.useSearch();
  const settings = useShopSettings();
  const [before, setBefore] = useState<SignUpBody>();
  const send = useMutation({
    mutationFn: (body: SignUpBody) => panelApi.post('/sign-up', { ...body, language }, { withoutGates: true }),
    onError: () => undefined,
  });
  if (settings?.signup === 'closed') {
    return (
      <PublicPage title={texts.closedTitle}>
        <Stack>
          <Text>{texts.closed}</Text>
          <Button component={Link} to="/sign-in" variant="default">
            {texts.signIn}
          </Button>
        </Stack>
      </PublicPage>
    );
  }
  if (send.isSuccess) {
    return (
      <PublicPage title={texts.sentTitle}>
        <Stack>
          <Text>{texts.sent(send.variables.email)}</Text>
          <Button
            variant="default"
            onClick={() => {
              setBefore({ ...send.variables, password: '' });
              send.reset();
            }}
          >
            {texts.again}
          </Button>
        </Stack>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={texts.title} wide>
      <Stack>
        {plan && <Text c="dimmed">{texts.text(plan)}</Text>}
        {settings ? (
          <SignUpForm settings={settings} plan={plan} send={send} before={before} />
        ) : (
          <Skeleton height={480} />
        )}
        <Text size="sm" ta="center">
          {texts.haveOne}{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link {...props} to="/sign-in" search={plan ? { next: `/order/${encodeURIComponent(plan)}` } : {}} />
            )}
          >
            {texts.signIn}
          </Anchor>
        </Text>
      </Stack>
    </PublicPage>
  );
}
