import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { FormEnd } from '#parts/form-end.tsx';
import { useSending } from '#parts/sending.ts';
import { useCreateSnapshot } from '#resources/snapshots/queries.ts';
import { texts } from '#resources/snapshots/texts.ts';
import { useTellDone } from '../../../../api/tell-done.ts';

export function CreateSnapshot({ id, onClose }: { id: number; onClose: () => void }) {
  const tellDone = useTellDone();
  const form = useForm({ initialValues: { name: '' } });
  const create = useCreateSnapshot();
  const { problem, send } = useSending(form, create);
  const readInput = () => {
    const name = form.getValues().name.trim();
    return { id, ...(name && { name }) };
  };

  function tell(): void {
    tellDone(texts.created);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title={texts.createTitle}>
      <form onSubmit={form.onSubmit(() => send(readInput(), tell))}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {problem ? <Failure error={problem} title={texts.notCreated} /> : null}
          <FormEnd
            call={() => ({ operation: 'hosting.snapshots.create', input: readInput() })}
            action={texts.create}
            pending={create.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
