import { t } from '@lingui/core/macro';
import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { HostingDetails } from '#operator/generated/types.gen.ts';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { usePlanNames, useWorkForm } from './queries.ts';
import { texts } from './texts.ts';

export function ResizeForm({ server: { id, hostname }, onClose }: { server: HostingDetails; onClose: () => void }) {
  const plans = usePlanNames();
  const form = useForm({ initialValues: { plan: '', size_only: false, reason: '' } });
  const resize = useWorkForm(id, 'resize');
  const { problem, send } = useSending(form, resize);
  const toBody = ({ plan, size_only, reason }: typeof form.values) =>
    size_only ? { plan, size_only, reason: reason.trim() } : { plan };
  return (
    <Modal opened onClose={onClose} title={texts.resizeTitle(hostname)}>
      <form
        onSubmit={form.onSubmit((values) =>
          send(toBody(values), ({ subscription }) => {
            if (subscription) notifications.show({ message: subscription });
            onClose();
          }),
        )}
      >
        <Stack>
          <Text c="dimmed">{texts.resizeText}</Text>
          <Select
            label={texts.plan}
            required
            withAsterisk={false}
            data={(plans.data?.data ?? []).map(({ name }) => name)}
            {...form.getInputProps('plan')}
          />
          <Checkbox label={texts.sizeOnly} {...form.getInputProps('size_only', { type: 'checkbox' })} />
          {form.values.size_only && (
            <TextInput label={texts.reason} required withAsterisk={false} {...form.getInputProps('reason')} />
          )}
          {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/hosting/resize', query: { id }, body: toBody(form.values) })}
            action={texts.resize}
            pending={resize.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
