import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Failure } from '../../../parts/failure.tsx';
import { signOut } from '../../../session/current.ts';
import type { Person } from '../../../session/generated/types.gen.ts';
import { SignInForm } from '../../../session/sign-in-form.tsx';
import { useAccept } from './queries.ts';
import { texts } from './texts.ts';

interface JoinAsKnownProps {
  readonly token: string;
  readonly email: string;
  /** Signed-in person, if any. */
  readonly person: Person | null;
}

/** The address already has a login: the invited person must sign in; the link alone is not enough. */
export function JoinAsKnown({ token, email, person }: JoinAsKnownProps) {
  const [failure, setFailure] = useState<unknown>(null);
  const accept = useAccept(setFailure);
  if (person && person.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <Stack>
        <Text>{texts.other(person.email, email)}</Text>
        <Button variant="default" onClick={() => void signOut()}>
          {texts.signOut}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack>
      {failure ? <Failure error={failure} title={texts.failed} /> : null}
      {person ? (
        <Button loading={accept.isPending} onClick={() => accept.mutate({ token })}>
          {texts.join}
        </Button>
      ) : (
        <>
          <Text>{texts.signInFirst}</Text>
          <SignInForm email={email} onSignedIn={() => accept.mutate({ token })} />
        </>
      )}
    </Stack>
  );
}
