import type { Database, DatabaseWithPassword } from '@hostler/sdk';
import { Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { useSending } from '../../../parts/sending.ts';
import { useCreateDatabase } from './queries.ts';
import { ENGINES, texts } from './texts.ts';

interface CreateDatabaseProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (database: DatabaseWithPassword) => void;
}

type Fields = { name: string; engine: Database['engine'] };

export function CreateDatabase({ opened, onClose, onCreated }: CreateDatabaseProps) {
  const form = useForm<Fields>({ initialValues: { name: '', engine: 'postgresql' } });
  const create = useCreateDatabase();
  const { problem, send } = useSending(form, create);
  return (
    <Modal opened={opened} onClose={onClose} title={texts.createTitle}>
      <form onSubmit={form.onSubmit((values) => send(values, onCreated))}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            data-autofocus
            required
            maxLength={48}
            autoCapitalize="off"
            spellCheck={false}
            {...form.getInputProps('name')}
          />
          <Select
            label={texts.engine}
            data={Object.entries(ENGINES).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps('engine')}
          />
          {problem ? <Failure error={problem} title={texts.notCreated} /> : null}
          <FormEnd
            call={() => ({ operation: 'databases.create', input: form.getValues() })}
            action={texts.create}
            pending={create.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
