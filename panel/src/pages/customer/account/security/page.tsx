import { Skeleton, Stack } from '@mantine/core';
import { Failure } from '#parts/failure.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Sandbox } from '#parts/sandbox.ts';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Profile } from './profile.tsx';
import { useSecurity } from './queries.ts';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { texts } from './texts.ts';

export function SecurityPage() {
  const security = useSecurity();
  return (
    <Sandbox value={false}>
      <PageTitle title={texts.title} description={texts.description} />
      <Stack gap="md">
        {security.error && !security.data ? (
          <Failure error={security.error} title={texts.notLoaded} onRetry={() => void security.refetch()} />
        ) : security.data ? (
          <>
            <Profile security={security.data} />
            <Password security={security.data} />
            <SecondFactor security={security.data} />
            <Passkeys passkeys={security.data.passkeys} />
          </>
        ) : (
          <>
            <Skeleton height={140} />
            <Skeleton height={90} />
            <Skeleton height={140} />
            <Skeleton height={120} />
          </>
        )}
        <Sessions />
      </Stack>
    </Sandbox>
  );
}
