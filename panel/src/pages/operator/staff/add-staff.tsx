import { t } from '@lingui/core/macro';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { StaffRole } from '#operator/me.ts';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { useAddStaff } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';
import { texts } from './texts.ts';

interface AddStaffProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function AddStaff({ opened, onClose }: AddStaffProps) {
  const form = useForm({
    initialValues: { email: '', name: '', role: ['support'] as StaffRole[] },
  });
  const add = useAddStaff();
  const { problem, send } = useSending(form, add);
  const toInput = ({ email, name, role }: typeof form.values) => ({
    email: email.trim(),
    name: name || undefined,
    role,
  });
  return (
    <Modal opened={opened} onClose={onClose} title={texts.addTitle}>
      <form
        onSubmit={form.onSubmit((values) =>
          send(toInput(values), ({ id, email }) => {
            notifications.show({ message: id === null ? texts.invited(email) : texts.added(email) });
            onClose();
          }),
        )}
      >
        <Stack>
          <TextInput
            label={texts.email}
            type="email"
            required
            withAsterisk={false}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
          <RoleChoice {...form.getInputProps('role')} />
          {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/staff', body: toInput(form.values) })}
            action={texts.addAction}
            pending={add.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
