import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { Call } from './code-of-call.ts';
import { Modal } from './dialog.tsx';
import { Failure } from './failure.tsx';
import { FormEnd } from './form-end.tsx';

interface ConfirmByNameProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Text that must be typed to confirm. */
  readonly name: string;
  /** States what will be deleted, in numbers. */
  readonly children: ReactNode;
  /** Button label of verb and object: `Delete database`. */
  readonly action: string;
  readonly onConfirm: () => void;
  /** Returns the API call that the button sends. */
  readonly call?: () => Call;
  /** Set for panel API requests, which are executed also in the sandbox. */
  readonly real?: boolean;
  readonly pending?: boolean;
  readonly error?: unknown;
}

/** Asks for the name of a record before it is deleted. */
export function ConfirmByName(props: ConfirmByNameProps) {
  const { opened, onClose, title, name, children, action, onConfirm, call, real, pending = false, error } = props;
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (opened) setTyped('');
  }, [opened]);
  const matches = typed.trim() === name;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (matches) onConfirm();
        }}
      >
        <Stack gap="md">
          <div>{children}</div>
          <NameField name={name} value={typed} autoFocus onChange={setTyped} />
          {error ? <Failure error={error} title={t`The request failed`} /> : null}
          <FormEnd
            call={call}
            action={action}
            destructive
            disabled={!matches}
            real={real}
            pending={pending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly value: string;
  /** Focuses the field when the dialog opens. */
  readonly autoFocus?: boolean;
  readonly onChange: (typed: string) => void;
}

/** Field for the name of a record. */
export function NameField({ name, value, autoFocus = false, onChange }: NameFieldProps) {
  return (
    <TextInput
      data-autofocus={autoFocus || undefined}
      label={
        <>
          <Trans>
            Type <b>{name}</b> to confirm
          </Trans>
        </>
      }
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
