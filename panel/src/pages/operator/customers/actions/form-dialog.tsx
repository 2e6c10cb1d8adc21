import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { OperatorCall } from '#operator/operator-code.tsx';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';

interface FormDialogProps<Values extends object, Input> {
  readonly title: string;
  readonly text?: ReactNode;
  /** Button label, a verb. */
  readonly action: string;
  readonly destructive?: boolean;
  readonly initialValues: Values;
  readonly toInput: (values: Values) => Input;
  readonly mutation: {
    readonly isPending: boolean;
    mutate(input: Input, ends: { onSuccess: () => void; onError: (error: unknown) => void }): void;
  };
  /** Returns the request for the code corner. */
  readonly call: (input: Input) => OperatorCall;
  /** Notification after a success. */
  readonly done: (values: Values) => string;
  readonly onClose: () => void;
  readonly children: (form: UseFormReturnType<Values>) => ReactNode;
}

/** A dialog with one form that changes a customer. Errors are shown at their fields. */
export function FormDialog<Values extends object, Input>(props: FormDialogProps<Values, Input>) {
  const { title, text, action, destructive, initialValues, toInput, mutation, call, done, onClose, children } = props;
  const form = useForm<Values>({ initialValues });
  const { problem, send } = useSending(form, mutation);
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={form.onSubmit((values) =>
          send(toInput(values), () => {
            notifications.show({ message: done(values) });
            onClose();
          }),
        )}
      >
        <Stack>
          {text && (
            <Text c="dimmed" size="sm">
              {text}
            </Text>
          )}
          {children(form)}
          {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => call(toInput(form.getValues()))}
            action={action}
            {...(destructive ? { destructive } : {})}
            pending={mutation.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
