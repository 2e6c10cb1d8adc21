import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PublicPage } from '../../../app/public-page.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { useTabTitle } from '../../../parts/tab-title.ts';
import { readFailure } from '../../../requests/failure.ts';
import { sessionQuery } from '../../../session/current.ts';
import { useLinkToken } from '../../../session/link-token.ts';
import { JoinAsKnown } from './join-as-known.tsx';
import { JoinAsNew } from './join-as-new.tsx';
import { useInvitation } from './queries.ts';
import { texts } from './texts.ts';

export function InvitationPage() {
  useTabTitle(texts.tab);
  const token = useLinkToken();
  const invitation = useInvitation(token);
  const session = useQuery(sessionQuery);
  if (!token || (invitation.error && readFailure(invitation.error).status === 404)) {
    return <Gone text={token ? texts.gone : texts.broken} />;
  }
  if (invitation.error) {
    return (
      <PublicPage title={texts.waiting}>
        <Failure error={invitation.error} title={texts.notLoaded} onRetry={() => void invitation.refetch()} />
      </PublicPage>
    );
  }
  if (!invitation.data || session.isPending) {
    return (
      <PublicPage title={texts.waiting}>
        <Stack aria-busy="true">
          <Skeleton height={20} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      </PublicPage>
    );
  }
  const { account, role, known } = invitation.data;
  return (
    <PublicPage title={texts.title(account?.name ?? texts.installation)}>
      <Text c="dimmed" mb="md">
        {texts.role[account ? role : 'staff']}
      </Text>
      {known ? (
        <JoinAsKnown token={token} email={invitation.data.email} person={session.data?.person ?? null} />
      ) : (
        <JoinAsNew token={token} email={invitation.data.email} />
      )}
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
