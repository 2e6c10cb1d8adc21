import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readFailure } from '../api/failure.ts';
import { Modal } from '../parts/dialog.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { beginSession, sessionQuery, useSession } from './current.ts';
import { confirmGate, signInGate } from './gate.ts';
import { SignInForm } from './sign-in-form.tsx';
import { dropAllTokens } from './token.ts';
import type { SignedIn } from './types.ts';
import { useGate } from './use-gate.ts';

/** What a request may have to ask of the person, over the page, whose forms stay as they are. */
export function SessionDialogs() {
  return (
    <>
      <SamePerson />
      <SignInAgain />
      <Confirm />
    </>
  );
}

/** In another tab somebody else has signed in: what this page knows was told to the one before. */
function SamePerson() {
  const { person } = useSession();
  const [first] = useState(person.id);
  useEffect(() => {
    if (person.id !== first) window.location.assign('/');
  }, [person.id, first]);
  return null;
}

function SignInAgain() {
  const asked = useGate(signInGate);
  const { person } = useSession();
  const client = useQueryClient();
  const { error, dataUpdatedAt } = useQuery(sessionQuery);
  const [askedAt, setAskedAt] = useState(Number.POSITIVE_INFINITY);
  const [first] = useState(person.id);
  useEffect(() => {
    if (error && readFailure(error).status === 401) void signInGate.ask().catch(() => undefined);
  }, [error]);
  // Signed in again in another tab: whoever comes back to this one need not do it twice.
  useEffect(() => {
    setAskedAt(asked ? Date.now() : Number.POSITIVE_INFINITY);
    if (asked) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [asked, client]);
  useEffect(() => {
    if (error || dataUpdatedAt <= askedAt) return;
    // Somebody else: what waits here is not theirs to ask, and the page goes.
    if (person.id !== first) return;
    dropAllTokens();
    signInGate.open();
  }, [error, dataUpdatedAt, askedAt, person.id, first]);

  async function goOn(signedIn: SignedIn): Promise<void> {
    // The page is somebody else's now: nothing of the one before may stay on it.
    if (signedIn.person.id !== person.id) {
      window.location.assign('/');
      return;
    }
    await beginSession(signedIn);
    signInGate.open();
  }

  return (
    <Modal
      opened={asked}
      onClose={() => undefined}
      title="Sign in again"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      zIndex={1000}
    >
      <Text c="dimmed" mb="md">
        Your session has ended. Your unsaved input is kept.
      </Text>
      <SignInForm email={person.email} onSignedIn={goOn} />
    </Modal>
  );
}

function Confirm() {
  const asked = useGate(confirmGate);
  const { person } = useSession();
  return (
    <Modal opened={asked} onClose={() => confirmGate.refuse()} title="Confirm that it is you" zIndex={900}>
      <Text c="dimmed" mb="md">
        This action affects security, so confirm your identity. The confirmation lasts 10 minutes.
      </Text>
      <ConfirmForm email={person.email} onConfirmed={() => confirmGate.open()} onCancel={() => confirmGate.refuse()} />
    </Modal>
  );
}
