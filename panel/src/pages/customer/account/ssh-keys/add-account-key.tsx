import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { CodeArea } from '#parts/code-area.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { FormEnd } from '#parts/form-end.tsx';
import { useSending } from '#parts/sending.ts';
import { useAddSshKey } from '#resources/ssh-keys/queries.ts';
import { usePlace } from '#session/place-context.tsx';
import { texts } from './texts.ts';

export function AddAccountKey({ onClose }: { onClose: () => void }) {
  const { place } = usePlace();
  const form = useForm({ initialValues: { public_key: '', name: '' } });
  const add = useAddSshKey();
  const { problem, send } = useSending(form, add);
  const { public_key, name } = form.values;
  const input = { public_key: public_key.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }) };
  return (
    <Modal opened onClose={onClose} title={texts.addTitle} size="lg">
      <form
        onSubmit={form.onSubmit(() =>
          send(input, (added) => {
            notifications.show({
              message: place.environment === 'test' ? texts.simulated : texts.addedNow(added.name),
            });
            onClose();
          }),
        )}
      >
        <Stack gap="md">
          <CodeArea
            label={texts.publicKey}
            description={texts.publicKeyHint}
            data-autofocus
            required
            withAsterisk={false}
            minRows={4}
            maxLength={16_384}
            {...form.getInputProps('public_key')}
          />
          <TextInput label={texts.name} description={texts.nameHint} maxLength={100} {...form.getInputProps('name')} />
          {problem ? <Failure error={problem} title={texts.notAdded} /> : null}
          <FormEnd
            call={() => ({ operation: 'sshKeys.create', input })}
            action={texts.add}
            disabled={input.public_key === ''}
            pending={add.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
