import { t } from '@lingui/core/macro';
import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { AccountSelect } from '#operator/account-select.tsx';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { useCreateServer, usePlanNames } from './queries.ts';
import { texts } from './texts.ts';

export function CreateServer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const plans = usePlanNames();
  const form = useForm({ initialValues: { account: '', hostname: '', plan: '', label: '' } });
  const create = useCreateServer();
  const { problem, send } = useSending(form, create);
  const toBody = ({ account, hostname, plan, label }: typeof form.values) => ({
    account: Number(account),
    hostname: hostname.trim(),
    plan: plan || undefined,
    label: label.trim() || undefined,
  });
  return (
    <Modal opened onClose={onClose} title={texts.create}>
      <form
        onSubmit={form.onSubmit((values) => {
          if (values.account === '') return form.setFieldError('account', t`Choose a customer.`);
          return send(toBody(values), ({ id }) => {
            onClose();
            void navigate({ to: '/operator/servers/$id', params: { id: String(id) } });
          });
        })}
      >
        <Stack>
          <Text c="dimmed">{texts.createFor}</Text>
          <AccountSelect
            label={t`Customer`}
            inForm
            value={form.values.account || undefined}
            onChange={(account) => form.setFieldValue('account', account ?? '')}
            error={form.errors.account as string | undefined}
          />
          <TextInput
            label={t`Host name`}
            required
            withAsterisk={false}
            autoComplete="off"
            {...form.getInputProps('hostname')}
          />
          <Select
            label={texts.plan}
            description={t`The size of the server. Default: a small size.`}
            clearable
            data={(plans.data?.data ?? []).map(({ name }) => name)}
            {...form.getInputProps('plan')}
          />
          <TextInput label={t`Label`} autoComplete="off" {...form.getInputProps('label')} />
          {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/hosting', body: toBody(form.values) })}
            action={texts.create}
            pending={create.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
