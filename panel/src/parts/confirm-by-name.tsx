import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Modal } from './dialog.tsx';
import { Failure } from './failure.tsx';

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
  /** Set for panel API requests, which are executed also in the sandbox. */
  readonly real?: boolean;
  readonly pending?: boolean;
  readonly error?: unknown;
}

/** Asks for the name of a record before it is deleted. */
export function ConfirmByName(props: ConfirmByNameProps) {
  const { opened, onClose, title, name, children, action, onConfirm, real, pending = false, error } = props;
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
          <TextInput
            data-autofocus
            label={
              <Text span inherit>
                Type <b>{name}</b> to confirm
              </Text>
            }
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {error ? <Failure error={error} title="The request failed" /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" disabled={!matches} loading={pending} data-real={real}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
