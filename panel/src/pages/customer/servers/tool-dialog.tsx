import type { Hosting } from '@hostler/sdk';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { readFailure } from '../../../requests/failure.ts';

export interface ToolProps {
  readonly server: Hosting;
  readonly onClose: () => void;
}

interface ToolDialogProps {
  readonly title: string;
  readonly text?: string;
  readonly call: Parameters<typeof CodeCorner>[0]['call'];
  readonly error: unknown;
  readonly failed: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly disabled?: boolean;
  readonly destructive?: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Dialog of a tool on one server: what it does, its fields, the call as code, and the button. */
export function ToolDialog(props: ToolDialogProps) {
  const { title, text, call, error, failed, action, isPending, disabled, destructive, onSend, onClose } = props;
  const details = error ? readFailure(error).details : [];
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <Stack gap="md">
          {text && <Text>{text}</Text>}
          {props.children}
          {error ? <Failure error={error} title={failed} /> : null}
          {details.map(({ field, message }) => (
            <Text key={field} size="sm" c="red">
              {field} {message}
            </Text>
          ))}
          <Group justify="space-between">
            <CodeCorner call={call} />
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                type="submit"
                loading={isPending}
                disabled={disabled === true}
                {...(destructive ? { color: 'red' } : {})}
              >
                {action}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
