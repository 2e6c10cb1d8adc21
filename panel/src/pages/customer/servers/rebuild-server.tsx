import type { Image } from '@hostler/sdk';
import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { CodeArea } from '../../../parts/code-area.tsx';
import { NameField } from '../../../parts/confirm-by-name.tsx';
import { useSending } from '../../../parts/sending.ts';
import { imageName } from '../../../resources/servers/image-name.ts';
import { useImages, useRebuild } from '../../../resources/servers/queries.ts';
import { toolTexts as texts } from '../../../resources/servers/tool-texts.ts';
import { listLines } from '../../../resources/ssh-keys/key-lines.ts';
import { SshKeysField } from '../../../resources/ssh-keys/ssh-keys-field.tsx';
import { ToolDialog, type ToolProps } from './tool-dialog.tsx';

/** Installs a new system. The name of the server is typed to confirm, because the disk is emptied. */
export function RebuildServer({ server, onClose }: ToolProps) {
  const { id, hostname } = server;
  const form = useForm({ initialValues: { image: server.image, ssh_keys: '', user_data: '' } });
  const [typed, setTyped] = useState('');
  const images = useImages().data?.data ?? [];
  const rebuild = useRebuild();
  const { problem, send } = useSending(form, rebuild);
  const { image, ssh_keys, user_data } = form.values;
  const lines = listLines(ssh_keys);
  const input = {
    ...{ id, image },
    ...(lines.length > 0 ? { ssh_keys: lines } : {}),
    ...(user_data.trim() === '' ? {} : { user_data }),
  };
  return (
    <ToolDialog
      title={texts.rebuildTitle(hostname)}
      text={texts.rebuildText}
      call={() => ({ operation: 'hosting.rebuild', input })}
      error={problem}
      failed={texts.notRebuilt}
      action={texts.rebuild}
      isPending={rebuild.isPending}
      disabled={typed.trim() !== hostname}
      destructive
      onSend={form.onSubmit(() => send(input, onClose))}
      onClose={onClose}
    >
      <Select
        label={texts.image}
        data={listChoice(server.image, images)}
        allowDeselect={false}
        data-autofocus
        {...form.getInputProps('image')}
      />
      <SshKeysField label={texts.keys} hint={texts.keysHint} {...form.getInputProps('ssh_keys')} value={ssh_keys} />
      <CodeArea
        label={texts.userData}
        description={texts.userDataHint}
        maxLength={32_768}
        {...form.getInputProps('user_data')}
      />
      <NameField name={hostname} value={typed} onChange={setTyped} />
    </ToolDialog>
  );
}

/** Deprecated images are offered only to servers that have them. */
function listChoice(current: string, images: readonly Image[]) {
  const offered = images
    .filter(({ slug, deprecated_at }) => slug === current || deprecated_at === null)
    .map(({ slug, name, deprecated_at }) => ({
      value: slug,
      label: deprecated_at === null ? name : `${name} (${texts.deprecated})`,
    }));
  return offered.some(({ value }) => value === current)
    ? offered
    : [{ value: current, label: imageName(current) }, ...offered];
}
