import { Select, TextInput } from '@mantine/core';
import { type Invitation, useInvite } from '../queries.ts';
import { texts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

export function Invite({ id, onClose }: { id: number; onClose: () => void }) {
  const mutation = useInvite();
  return (
    <FormDialog
      title={texts.invite}
      text={texts.inviteText}
      action={texts.inviteAction}
      initialValues={{ email: '', role: 'owner' as Invitation['role'] }}
      toInput={({ email, role }): Invitation => ({
        account: id,
        email: email.trim(),
        role,
        scopes: role === 'member' ? ['all'] : [],
      })}
      mutation={mutation}
      call={(body) => ({ method: 'POST', path: '/people/invite', body: { ...body } })}
      done={({ email }) => texts.invited(email)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label={texts.email}
            type="email"
            required
            withAsterisk={false}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
          />
          <Select
            label={texts.role}
            allowDeselect={false}
            data={Object.entries(texts.roles).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('role')}
          />
        </>
      )}
    </FormDialog>
  );
}
