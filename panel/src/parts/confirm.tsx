import { Button, Group, Stack, Text } from '@mantine/core';
import { Modal } from './dialog.tsx';

interface ConfirmProps {
  readonly opened: boolean;
  /** A question. */
  readonly title: string;
  /** What happens then. */
  readonly text: string;
  readonly action: string;
  readonly destructive?: boolean;
  /** It goes through the panel's door: no sandbox keeps it from happening. */
  readonly real?: boolean;
  readonly pending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks once before something that can be put right again; what cannot asks for a name (ConfirmByName). */
export function Confirm({ opened, title, text, action, destructive, real, pending, onClose, onConfirm }: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        <Text>{text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
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
