import { t } from '@lingui/core/macro';
import { NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type StaffRole, useMe } from '#operator/me.ts';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { RoleChoice } from '../role-choice.tsx';
import { type KeyInput, type NewOperatorKey, useCreateKey } from './queries.ts';
import { texts } from './texts.ts';

interface CreateKeyProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (key: NewOperatorKey) => void;
}

const INITIAL = { name: '', role: ['support'] as StaffRole[], expires: '', allow_from: '', rate_limit: 600 };

export function CreateKey({ opened, onClose, onCreated }: CreateKeyProps) {
  const { roles } = useMe();
  const form = useForm({ initialValues: INITIAL });
  const create = useCreateKey();
  const { problem, send } = useSending(form, create);
  return (
    <Modal opened={opened} onClose={onClose} title={texts.createTitle}>
      <form onSubmit={form.onSubmit((values) => send(toInput(values), onCreated))}>
        <Stack>
          <TextInput
            label={texts.name}
            required
            withAsterisk={false}
            data-autofocus
            autoComplete="off"
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <RoleChoice offered={roles.includes('owner') ? undefined : roles} {...form.getInputProps('role')} />
          <TextInput
            type="date"
            label={texts.expires}
            description={texts.expiresText}
            {...form.getInputProps('expires')}
          />
          <TextInput
            label={texts.networks}
            description={texts.networksText}
            placeholder="203.0.113.0/24"
            {...form.getInputProps('allow_from')}
          />
          <NumberInput label={texts.rate} min={1} max={100_000} {...form.getInputProps('rate_limit')} />
          {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/operator-keys', body: { ...toInput(form.values) } })}
            action={texts.create}
            pending={create.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

function toInput({ name, role, expires, allow_from, rate_limit }: typeof INITIAL): KeyInput {
  const networks = allow_from.split(/[\s,]+/).filter(Boolean);
  return {
    name,
    role,
    rate_limit,
    expires: expires === '' ? undefined : new Date(`${expires}T23:59:59`).toISOString(),
    allow_from: networks.length > 0 ? networks : undefined,
  };
}
