import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Modal } from '../parts/dialog.tsx';
import { readFailure } from '../requests/failure.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { beginSession, sessionQuery, useSession } from './current.ts';
import { confirmGate, signInGate } from './gate.ts';
import type { SignedIn } from './generated/types.gen.ts';
import { SignInForm } from './sign-in-form.tsx';
import { dropAllTokens } from './token.ts';
import { useGate } from './use-gate.ts';

/** Dialogs that a request can open over the page. Forms below keep their input. */
export function SessionDialogs() {
  return (
    <>
      <SamePerson />
      <SignInAgain />
      <Confirm />
    </>
  );
}

/** Detects that another person has signed in in another tab, and discards this page. */
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
  // If the person signed in again in another tab, continue here without asking.
  useEffect(() => {
    setAskedAt(asked ? Date.now() : Number.POSITIVE_INFINITY);
    if (asked) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [asked, client]);
  useEffect(() => {
    if (error || dataUpdatedAt <= askedAt) return;
    // Another person signed in: waiting requests are not theirs, and the page is discarded.
    if (person.id !== first) return;
    dropAllTokens();
    signInGate.open();
  }, [error, dataUpdatedAt, askedAt, person.id, first]);

  async function goOn(signedIn: SignedIn): Promise<void> {
    // Another person signed in: discard all data of the previous one.
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
      title={t`Sign in again`}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      zIndex={1000}
    >
      <Text c="dimmed" mb="md">
        <Trans>Your session has ended. Your unsaved input is kept.</Trans>
      </Text>
      <SignInForm email={person.email} onSignedIn={goOn} />
    </Modal>
  );
}

function Confirm() {
  const asked = useGate(confirmGate);
  const { person } = useSession();
  return (
    <Modal opened={asked} onClose={() => confirmGate.refuse()} title={t`Confirm that it is you`} zIndex={900}>
      <Text c="dimmed" mb="md">
        <Trans>This action affects security, so confirm your identity. The confirmation lasts 10 minutes.</Trans>
      </Text>
      <ConfirmForm email={person.email} onConfirmed={() => confirmGate.open()} onCancel={() => confirmGate.refuse()} />
    </Modal>
  );
}
