import { t } from '@lingui/core/macro';
import { Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { hasRole, useMe } from '#operator/me.ts';
import type { OperatorCall } from '#operator/operator-code.tsx';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { CAUSES, texts } from './texts.ts';

interface Body {
  readonly cause: string;
  readonly reason?: string;
}

interface SuspendFormProps {
  readonly verb: 'suspend' | 'unsuspend';
  readonly name: string;
  readonly pending: boolean;
  readonly error: unknown;
  readonly call: (body: Body) => OperatorCall;
  readonly onSend: (body: Body) => void;
  readonly onClose: () => void;
}

/** Asks for the cause of a suspension, and for the reason of a new one. Offers the causes of the role. */
export function SuspendForm({ verb, name, pending, error, call, onSend, onClose }: SuspendFormProps) {
  const { roles } = useMe();
  const causes = Object.entries(CAUSES)
    .filter(([, { role }]) => hasRole(roles, [role]))
    .map(([value, { label }]) => ({ value, label }));
  const form = useForm({ initialValues: { cause: causes[0]?.value ?? 'staff', reason: '' } });
  const suspends = verb === 'suspend';
  const toBody = ({ cause, reason }: typeof form.values): Body =>
    suspends ? { cause, reason: reason.trim() } : { cause };
  return (
    <Modal opened onClose={onClose} title={suspends ? texts.suspendTitle(name) : texts.resumeTitle(name)}>
      <form onSubmit={form.onSubmit((values) => onSend(toBody(values)))}>
        <Stack>
          <Select label={texts.cause} data={causes} allowDeselect={false} {...form.getInputProps('cause')} />
          {suspends && (
            <TextInput
              label={texts.reason}
              description={texts.reasonHint}
              required
              withAsterisk={false}
              data-autofocus
              autoComplete="off"
              {...form.getInputProps('reason')}
            />
          )}
          {error ? <Failure error={error} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => call(toBody(form.values))}
            action={suspends ? texts.suspend : texts.resume}
            destructive={suspends}
            pending={pending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
