import { t } from '@lingui/core/macro';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { type StaffMember, useUpdateStaff } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';
import { texts } from './texts.ts';

interface EditStaffProps {
  readonly member: StaffMember;
  readonly onClose: () => void;
}

export function EditStaff({ member: { id, email, name, roles }, onClose }: EditStaffProps) {
  const form = useForm({ initialValues: { name, role: roles } });
  const update = useUpdateStaff();
  const { problem, send } = useSending(form, update);
  return (
    <Modal opened onClose={onClose} title={email}>
      <form onSubmit={form.onSubmit((values) => send({ id, ...values }, onClose))}>
        <Stack>
          <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
          <RoleChoice {...form.getInputProps('role')} />
          {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/staff/update', query: { id }, body: form.values })}
            action={texts.editAction}
            pending={update.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
