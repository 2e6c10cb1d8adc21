import { Textarea } from '@mantine/core';
import { useAccountChange } from '../queries.ts';
import { texts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

export function AddNote({ id, onClose }: { id: number; onClose: () => void }) {
  const mutation = useAccountChange(id, 'notes');
  return (
    <FormDialog
      title={texts.addNote}
      text={texts.noteText}
      action={texts.addNote}
      initialValues={{ text: '' }}
      toInput={(values) => values}
      mutation={mutation}
      call={(body) => ({ method: 'POST', path: '/accounts/notes', query: { id }, body })}
      done={() => texts.noteAdded}
      onClose={onClose}
    >
      {(form) => (
        <Textarea
          label={texts.note}
          required
          withAsterisk={false}
          maxLength={10_000}
          autosize
          minRows={4}
          maxRows={16}
          data-autofocus
          {...form.getInputProps('text')}
        />
      )}
    </FormDialog>
  );
}
