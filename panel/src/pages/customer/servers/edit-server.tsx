import { Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSending } from '../../../parts/sending.ts';
import { useUpdateServer } from '../../../resources/servers/queries.ts';
import { toTags } from '../../../resources/servers/tags.ts';
import { toolTexts as texts } from '../../../resources/servers/tool-texts.ts';
import { ToolDialog, type ToolProps } from './tool-dialog.tsx';

export function EditServer({ server, onClose }: ToolProps) {
  const { id, hostname, label, tags, note } = server;
  const form = useForm({
    initialValues: { label: label ?? '', tags: [...tags], note: note ?? '', protected: server.protected },
  });
  const update = useUpdateServer();
  const { problem, send } = useSending(form, update);
  const { values } = form;
  const input = { id, ...values, label: values.label.trim() || null, note: values.note.trim() || null };
  return (
    <ToolDialog
      title={texts.editTitle(hostname)}
      call={() => ({ operation: 'hosting.update', input })}
      error={problem}
      failed={texts.notSaved}
      action={texts.save}
      isPending={update.isPending}
      onSend={form.onSubmit(() => send(input, onClose))}
      onClose={onClose}
    >
      <TextInput label={texts.label} maxLength={100} data-autofocus {...form.getInputProps('label')} />
      <TagsInput
        label={texts.tags}
        description={texts.tagsHint}
        maxTags={20}
        acceptValueOnBlur
        {...form.getInputProps('tags')}
        onChange={(next) => form.setFieldValue('tags', toTags(next))}
      />
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        {...form.getInputProps('note')}
      />
      <Switch
        label={texts.protected}
        description={texts.protectedHint}
        {...form.getInputProps('protected', { type: 'checkbox' })}
      />
    </ToolDialog>
  );
}
