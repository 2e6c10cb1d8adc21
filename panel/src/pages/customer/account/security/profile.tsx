import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { showFormErrors } from '#parts/form-errors.ts';
import { Surface } from '#parts/surface.tsx';
import { type Security, useChangeEmail, useRename } from './queries.ts';
import { SettingLine } from './setting-line.tsx';
import { texts } from './texts.ts';

const words = texts.profile;

export function Profile({ security }: { security: Security }) {
  const [renaming, rename] = useDisclosure(false);
  const [moving, move] = useDisclosure(false);
  return (
    <Surface title={words.title}>
      <SettingLine name={words.name} value={security.name}>
        <Button variant="default" size="xs" onClick={rename.open} aria-label={words.renameTitle}>
          {words.change}
        </Button>
      </SettingLine>
      <SettingLine
        name={words.email}
        value={security.email}
        note={security.pending_email && words.pending(security.pending_email)}
      >
        <Button variant="default" size="xs" onClick={move.open} aria-label={words.emailTitle}>
          {words.change}
        </Button>
      </SettingLine>
      <Modal opened={renaming} onClose={rename.close} title={words.renameTitle}>
        <RenameForm name={security.name} onDone={rename.close} />
      </Modal>
      <Modal opened={moving} onClose={move.close} title={words.emailTitle}>
        <EmailForm onDone={move.close} />
      </Modal>
    </Surface>
  );
}

function RenameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name } });
  const change = useRename({ onSuccess: onDone, onError: (error) => setFailure(showFormErrors(form, error)) });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack>
        <TextInput
          label={words.name}
          data-autofocus
          required
          withAsterisk={false}
          maxLength={100}
          autoComplete="name"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        {failure ? <Failure error={failure} title={texts.notChanged} /> : null}
        <Buttons action={words.save} pending={change.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const change = useChangeEmail({ onSuccess: onDone, onError: (error) => setFailure(showFormErrors(form, error)) });
  return (
    <form onSubmit={form.onSubmit(({ email }) => change.mutate({ email: email.trim() }))}>
      <Stack>
        <Text c="dimmed">{words.emailText}</Text>
        <TextInput
          label={words.newEmail}
          type="email"
          data-autofocus
          required
          withAsterisk={false}
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        {failure ? <Failure error={failure} title={texts.notChanged} /> : null}
        <Buttons action={words.send} pending={change.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

function Buttons({ action, pending, onCancel }: { action: string; pending: boolean; onCancel: () => void }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button type="submit" loading={pending}>
        {action}
      </Button>
    </Group>
  );
}
