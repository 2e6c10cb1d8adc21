import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTellDone } from '../../api/tell-done.ts';
import { Modal } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useSending } from '../../parts/sending.ts';
import { useCreateBackup } from './queries.ts';
import { fieldOf, type Resource } from './resource.ts';
import { ResourceSelect } from './resource-select.tsx';
import { texts } from './texts.ts';

interface CreateBackupProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Preselected source, on the page of one server or database. */
  readonly of?: Resource;
}

type Fields = { of: Resource | null; name: string };

export function CreateBackup({ opened, onClose, of }: CreateBackupProps) {
  const tellDone = useTellDone();
  const form = useForm<Fields>({ initialValues: { of: of ?? null, name: '' } });
  const create = useCreateBackup();
  const { problem, send } = useSending(form, create);
  const readInput = () => {
    const { of: chosen, name } = form.getValues();
    return { ...(chosen && fieldOf(chosen)), ...(name.trim() && { name: name.trim() }) };
  };

  function tell(): void {
    tellDone(texts.created);
    onClose();
  }

  return (
    <Modal opened={opened} onClose={onClose} title={texts.createTitle}>
      <form onSubmit={form.onSubmit(() => send(readInput(), tell))}>
        <Stack gap="md">
          {!of && (
            <ResourceSelect
              label={texts.ofLabel}
              description={texts.ofHint}
              required
              data-autofocus
              {...form.getInputProps('of')}
            />
          )}
          <TextInput label={texts.name} description={texts.nameHint} maxLength={100} {...form.getInputProps('name')} />
          {problem ? <Failure error={problem} title={texts.notCreated} /> : null}
          <FormEnd
            call={() => ({ operation: 'backups.create', input: readInput() })}
            action={texts.create}
            pending={create.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
