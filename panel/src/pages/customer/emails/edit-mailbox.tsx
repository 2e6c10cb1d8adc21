import type { Mailbox } from '@hostler/sdk';
import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTellDone } from '../../../api/tell-done.ts';
import { Drawer } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { useSending } from '../../../parts/sending.ts';
import { MailboxFields, type MailboxSettings, readSettings } from './mailbox-fields.tsx';
import { useUpdateMailbox } from './queries.ts';
import { texts } from './texts.ts';

export function EditMailbox({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const tellDone = useTellDone();
  const { id, address, quota_mb, aliases, forward_to, keep_copy } = mailbox;
  const form = useForm<MailboxSettings>({ initialValues: { quota_mb, aliases, forward_to, keep_copy } });
  const update = useUpdateMailbox();
  const { problem, send } = useSending(form, update);
  const readInput = () => ({ id, ...readSettings(form.getValues()) });
  const tell = () => {
    tellDone(texts.saved);
    onClose();
  };
  return (
    <Drawer opened onClose={onClose} title={texts.editTitle(address)}>
      <form onSubmit={form.onSubmit(() => send(readInput(), tell))}>
        <Stack gap="md">
          <MailboxFields form={form} domain={address.slice(address.indexOf('@') + 1)} />
          {problem ? <Failure error={problem} title={texts.notSaved} /> : null}
          <FormEnd
            call={() => ({ operation: 'emails.update', input: readInput() })}
            action={texts.save}
            pending={update.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Drawer>
  );
}
