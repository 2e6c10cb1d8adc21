import { t } from '@lingui/core/macro';
import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Node } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { useOperatorMutation } from '#operator/queries.ts';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { texts } from './texts.ts';

export function LockNode({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useForm({ initialValues: { reason: '' } });
  const lock = useOperatorMutation(
    (body: { reason?: string | undefined }) => operatorApi.post<Node>('/nodes/lock', body, { query: { id: name } }),
    { touches: ['nodes'], onError: () => undefined },
  );
  const { problem, send } = useSending(form, lock);
  const toBody = ({ reason }: typeof form.values) => ({ reason: reason.trim() || undefined });
  return (
    <Modal opened onClose={onClose} title={texts.lockTitle(name)}>
      <form onSubmit={form.onSubmit((values) => send(toBody(values), onClose))}>
        <Stack>
          <Text>{texts.lockText}</Text>
          <TextInput label={texts.reason} data-autofocus autoComplete="off" {...form.getInputProps('reason')} />
          {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/nodes/lock', query: { id: name }, body: toBody(form.values) })}
            action={texts.lock}
            pending={lock.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
