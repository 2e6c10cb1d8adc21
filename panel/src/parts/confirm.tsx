import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Modal } from './dialog.tsx';

interface ConfirmProps {
  readonly opened: boolean;
  /** Dialog title, a question. */
  readonly title: string;
  /** Explains the consequences. */
  readonly text: string;
  readonly action: string;
  readonly destructive?: boolean;
  /** Set for panel API requests, which are executed also in the sandbox. */
  readonly real?: boolean;
  readonly pending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  /** A choice below the text. */
  readonly children?: ReactNode;
}

/** Confirms an action that can be undone or repeated. Use `ConfirmByName` for a deletion. */
export function Confirm(props: ConfirmProps) {
  const { opened, title, text, action, destructive, real, pending, onClose, onConfirm, children } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        <Text>{text}</Text>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            color={destructive ? 'red' : undefined}
            loading={pending}
            onClick={onConfirm}
            data-autofocus
            data-real={real}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
