import type { Mailbox } from '@hostler/sdk';
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { CodeCorner } from '../../parts/code-corner.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useSending } from '../../parts/sending.ts';
import { MailboxFields, type MailboxSettings, readSettings } from './mailbox-fields.tsx';
import { useUpdateMailbox } from './queries.ts';
import { texts } from './texts.ts';

export function EditMailbox({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { id, address, quota_mb, aliases, forward_to, keep_copy } = mailbox;
  const form = useForm<MailboxSettings>({ initialValues: { quota_mb, aliases, forward_to, keep_copy } });
  const update = useUpdateMailbox();
  const { problem, send } = useSending(form, update);
  const readInput = () => ({ id, ...readSettings(form.getValues()) });
  const tell = () => {
    notifications.show({ message: texts.saved });
    onClose();
  };
  return (
    <Drawer opened onClose={onClose} title={texts.editTitle(address)}>
      <form onSubmit={form.onSubmit(() => send(readInput(), tell))}>
        <Stack gap="md">
          <MailboxFields form={form} domain={address.slice(address.indexOf('@') + 1)} />
          {problem ? <Failure error={problem} title={texts.notSaved} /> : null}
          <Group justify="space-between">
            <CodeCorner call={() => ({ operation: 'emails.update', input: readInput() })} />
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={update.isPending}>
                {texts.save}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Drawer>
  );
}
