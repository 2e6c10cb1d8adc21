import type { SshKey } from '@hostler/sdk';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { FormEnd } from '#parts/form-end.tsx';
import { useSending } from '#parts/sending.ts';
import { useRenameSshKey } from '#resources/ssh-keys/queries.ts';
import { usePlace } from '#session/place-context.tsx';
import { texts } from './texts.ts';

export function RenameAccountKey({ sshKey, onClose }: { sshKey: SshKey; onClose: () => void }) {
  const { place } = usePlace();
  const form = useForm({ initialValues: { name: sshKey.name } });
  const rename = useRenameSshKey();
  const { problem, send } = useSending(form, rename);
  const input = { id: sshKey.id, name: form.values.name.trim() };
  return (
    <Modal opened onClose={onClose} title={texts.renameTitle(sshKey.name)}>
      <form
        onSubmit={form.onSubmit(() =>
          send(input, ({ name }) => {
            notifications.show({ message: place.environment === 'test' ? texts.simulated : texts.renamed(name) });
            onClose();
          }),
        )}
      >
        <Stack gap="md">
          <TextInput label={texts.name} data-autofocus required maxLength={100} {...form.getInputProps('name')} />
          {problem ? <Failure error={problem} title={texts.notRenamed} /> : null}
          <FormEnd
            call={() => ({ operation: 'sshKeys.update', input })}
            action={texts.save}
            disabled={input.name === ''}
            pending={rename.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
