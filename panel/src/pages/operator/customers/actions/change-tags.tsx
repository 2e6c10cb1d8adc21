import { TagsInput } from '@mantine/core';
import { useAccountChange, useTags } from '../queries.ts';
import { texts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

const MOST_TAGS = 20;

export function ChangeTags({ id, tags, onClose }: { id: number; tags: readonly string[]; onClose: () => void }) {
  const mutation = useAccountChange(id, 'tag');
  const used = useTags();
  return (
    <FormDialog
      title={texts.changeTags}
      action={texts.save}
      initialValues={{ add: [...tags] }}
      toInput={({ add }) => ({
        add: add.filter((tag) => !tags.includes(tag)),
        remove: tags.filter((tag) => !add.includes(tag)),
      })}
      mutation={mutation}
      call={(body) => ({ method: 'POST', path: '/accounts/tag', query: { id }, body })}
      done={() => texts.tagsChanged}
      onClose={onClose}
    >
      {(form) => (
        <TagsInput
          label={texts.tags}
          description={texts.tagsText}
          data={(used.data?.data ?? []).map(({ tag }) => tag)}
          maxTags={MOST_TAGS}
          data-autofocus
          {...form.getInputProps('add')}
        />
      )}
    </FormDialog>
  );
}
