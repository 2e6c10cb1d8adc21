import { t } from '@lingui/core/macro';
import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { useCreateCustomer } from './queries.ts';
import { texts } from './texts.ts';

export function CreateCustomer({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: { name: '', email: '' } });
  const create = useCreateCustomer();
  const navigate = useNavigate();
  const { problem, send } = useSending(form, create);
  return (
    <Modal opened onClose={onClose} title={texts.createTitle}>
      <form
        onSubmit={form.onSubmit((values) =>
          send(values, ({ id }) => void navigate({ to: '/operator/customers/$id', params: { id: String(id) } })),
        )}
      >
        <Stack>
          <Text c="dimmed" size="sm">
            {texts.createText}
          </Text>
          <TextInput
            label={texts.accountName}
            required
            withAsterisk={false}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <TextInput
            label={texts.ownerEmail}
            type="email"
            required
            withAsterisk={false}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/accounts', body: form.values })}
            action={texts.createAction}
            pending={create.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
