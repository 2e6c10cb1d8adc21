import { Checkbox, Select, Textarea } from '@mantine/core';
import type { StaffRole } from '#operator/me.ts';
import { useMe } from '#operator/me.ts';
import { useAccountChange } from '../queries.ts';
import { CAUSES, type Cause, texts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

/** Causes that each role may use; owners use all. */
const CAUSES_OF: Readonly<Partial<Record<StaffRole, readonly Cause[]>>> = {
  billing: ['payment'],
  technician: ['abuse', 'staff'],
  owner: ['payment', 'abuse', 'legal', 'staff'],
};

/** Returns the causes for which the signed-in person may suspend and resume. */
export function useCauses(): readonly Cause[] {
  const { roles } = useMe();
  return (Object.keys(CAUSES) as Cause[]).filter((cause) => roles.some((role) => CAUSES_OF[role]?.includes(cause)));
}

export function Suspend({ id, onClose }: { id: number; onClose: () => void }) {
  const causes = useCauses();
  const mutation = useAccountChange(id, 'suspend');
  return (
    <FormDialog
      title={texts.suspend}
      text={texts.suspendText}
      action={texts.suspend}
      destructive
      initialValues={{ cause: causes[0] as string, reason: '', with_mail: false, with_dns: false }}
      toInput={(values) => values}
      mutation={mutation}
      call={(body) => ({ method: 'POST', path: '/accounts/suspend', query: { id }, body })}
      done={() => texts.suspended}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Select
            label={texts.cause}
            allowDeselect={false}
            data={causes.map((value) => ({ value, label: CAUSES[value] }))}
            {...form.getInputProps('cause')}
          />
          <Textarea
            label={texts.reason}
            description={texts.reasonCustomer}
            required
            withAsterisk={false}
            maxLength={1000}
            autosize
            minRows={2}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Checkbox label={texts.withMail} {...form.getInputProps('with_mail', { type: 'checkbox' })} />
          <Checkbox label={texts.withDns} {...form.getInputProps('with_dns', { type: 'checkbox' })} />
        </>
      )}
    </FormDialog>
  );
}
