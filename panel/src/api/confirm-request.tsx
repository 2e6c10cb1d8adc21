import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Call, OperationName } from '../parts/code-of-call.ts';
import { ConfirmByName } from '../parts/confirm-by-name.tsx';
import { useTellDone } from './tell-done.ts';

/** The part of a mutation that is used here. */
interface Request {
  readonly isPending: boolean;
  readonly error: unknown;
  mutate(id: number, ends: { onSuccess: () => void }): void;
}

interface ConfirmRequestProps {
  /** Operation of the request, for the code corner. */
  readonly operation: OperationName;
  readonly id: number;
  readonly request: Request;
  readonly title: string;
  /** Text that must be typed to confirm. */
  readonly name: string;
  /** Button label of verb and object: `Remove database`. */
  readonly action: string;
  /** Reported after a success. */
  readonly done: string;
  readonly onClose: () => void;
  /** States what will be deleted, in numbers. */
  readonly children: ReactNode;
}

/** Sends a request on one record after a name was typed, and reports it; mounted only while open. */
export function ConfirmRequest({ operation, id, request, done, onClose, children, ...words }: ConfirmRequestProps) {
  const tellDone = useTellDone();
  const call = (): Call => ({ operation, input: { id } });
  const confirm = () =>
    request.mutate(id, {
      onSuccess: () => {
        tellDone(done);
        onClose();
      },
    });
  return (
    <ConfirmByName
      opened
      {...words}
      call={call}
      pending={request.isPending}
      error={request.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Stack gap="xs">{children}</Stack>
    </ConfirmByName>
  );
}
