import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { imageName } from '../../../resources/servers/image-name.ts';
import { useImages, useRebuild } from '../../../resources/servers/queries.ts';
import { toolTexts as texts } from '../../../resources/servers/tool-texts.ts';
import { ToolDialog, type ToolProps } from './tool-dialog.tsx';

/** Installs a new system. The name of the server is typed to confirm, because the disk is emptied. */
export function RebuildServer({ server, onClose }: ToolProps) {
  const { id, hostname } = server;
  const [image, setImage] = useState(server.image);
  const [keys, setKeys] = useState('');
  const [userData, setUserData] = useState('');
  const [typed, setTyped] = useState('');
  const images = useImages().data?.data ?? [];
  const rebuild = useRebuild();
  const lines = keys.split('\n').flatMap((line) => line.trim() || []);
  const input = {
    ...{ id, image },
    ...(lines.length > 0 ? { ssh_keys: lines } : {}),
    ...(userData.trim() === '' ? {} : { user_data: userData }),
  };
  return (
    <ToolDialog
      title={texts.rebuildTitle(hostname)}
      text={texts.rebuildText}
      call={() => ({ operation: 'hosting.rebuild', input })}
      error={rebuild.error}
      failed={texts.notRebuilt}
      action={texts.rebuild}
      isPending={rebuild.isPending}
      disabled={typed.trim() !== hostname}
      destructive
      onSend={() => rebuild.mutate(input, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Select
        label={texts.image}
        data={listChoice(server.image, images)}
        allowDeselect={false}
        value={image}
        onChange={(next) => setImage(next ?? server.image)}
      />
      <Textarea
        label={texts.keys}
        description={texts.keysHint}
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        maxLength={65_536}
        value={keys}
        onChange={({ currentTarget }) => setKeys(currentTarget.value)}
      />
      <Textarea
        label={texts.userData}
        description={texts.userDataHint}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        maxLength={32_768}
        value={userData}
        onChange={({ currentTarget }) => setUserData(currentTarget.value)}
      />
      <TextInput
        label={texts.typeName(hostname)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ToolDialog>
  );
}

interface Listed {
  readonly slug: string;
  readonly name: string;
  readonly deprecated_at: string | null;
}

/** Deprecated images are offered only to servers that have them. */
function listChoice(current: string, images: readonly Listed[]) {
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
