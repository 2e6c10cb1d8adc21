import type { Hosting } from '@hostler/sdk';
import { Stack, Text } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import type { Call } from '../../../parts/code-of-call.ts';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';

export interface ToolProps {
  readonly server: Hosting;
  readonly onClose: () => void;
}

interface ToolDialogProps {
  readonly title: string;
  readonly text?: string;
  readonly call: () => Call;
  /** Error that belongs to no field. */
  readonly error: unknown;
  readonly failed: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly disabled?: boolean;
  readonly destructive?: boolean;
  readonly onSend: FormEventHandler<HTMLFormElement>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Dialog of a tool on one server: what it does, its fields, the call as code, and the button. */
export function ToolDialog(props: ToolDialogProps) {
  const { title, text, call, error, failed, action, isPending, disabled, destructive, onSend, onClose } = props;
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSend(event);
        }}
      >
        <Stack gap="md">
          {text && <Text>{text}</Text>}
          {props.children}
          {error ? <Failure error={error} title={failed} /> : null}
          <FormEnd
            call={call}
            action={action}
            destructive={destructive}
            disabled={disabled}
            pending={isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
