import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Modal } from './dialog.tsx';
import { Failure } from './failure.tsx';

interface ConfirmByNameProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What has to be typed. */
  readonly name: string;
  /** What will be gone, in numbers. */
  readonly children: ReactNode;
  /** A verb and its object: `Delete database`. */
  readonly action: string;
  readonly onConfirm: () => void;
  /** It goes through the panel's door: no sandbox keeps it from happening. */
  readonly real?: boolean;
  readonly pending?: boolean;
  readonly error?: unknown;
}

/** Asks for the name of what will be gone before it goes. */
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
