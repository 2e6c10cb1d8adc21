import { Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useUpdateServer } from '../../../resources/servers/queries.ts';
import { toolTexts as texts } from '../../../resources/servers/tool-texts.ts';
import { ToolDialog, type ToolProps } from './tool-dialog.tsx';

export function EditServer({ server, onClose }: ToolProps) {
  const { id, hostname } = server;
  const [label, setLabel] = useState(server.label ?? '');
  const [tags, setTags] = useState([...server.tags]);
  const [note, setNote] = useState(server.note ?? '');
  const [isProtected, setProtected] = useState(server.protected);
  const update = useUpdateServer();
  const input = { id, label: label.trim() || null, tags, note: note.trim() || null, protected: isProtected };
  return (
    <ToolDialog
      title={texts.editTitle(hostname)}
      call={() => ({ operation: 'hosting.update', input })}
      error={update.error}
      failed={texts.notSaved}
      action={texts.save}
      isPending={update.isPending}
      onSend={() => update.mutate(input, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label={texts.label}
        maxLength={100}
        value={label}
        data-autofocus
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <TagsInput
        label={texts.tags}
        description={texts.tagsHint}
        maxTags={20}
        value={tags}
        onChange={(next) => setTags(next.map((tag) => tag.trim().toLowerCase()))}
      />
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Switch
        label={texts.protected}
        description={texts.protectedHint}
        checked={isProtected}
        onChange={({ currentTarget }) => setProtected(currentTarget.checked)}
      />
    </ToolDialog>
  );
}
