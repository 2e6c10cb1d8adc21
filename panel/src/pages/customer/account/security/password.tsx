import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { showFormErrors } from '#parts/form-errors.ts';
import { Moment } from '#parts/moment.tsx';
import { NewPassword } from '#parts/new-password.tsx';
import { Surface } from '#parts/surface.tsx';
import { type Security, useChangePassword } from './queries.ts';
import { SettingLine } from './setting-line.tsx';
import { texts } from './texts.ts';

const words = texts.password;

export function Password({ security }: { security: Security }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Surface title={words.title}>
      <SettingLine name={words.changed} value={<Moment at={security.password_changed_at} />}>
        <Button variant="default" size="xs" onClick={open}>
          {words.change}
        </Button>
      </SettingLine>
      <Modal opened={opened} onClose={close} title={words.dialog}>
        <PasswordForm email={security.email} onDone={close} />
      </Modal>
    </Surface>
  );
}

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { current_password: '', password: '' } });
  const change = useChangePassword({
    onSuccess: () => {
      notifications.show({ message: words.done, withBorder: true });
      onDone();
    },
    onError: (error) => setFailure(showFormErrors(form, error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack>
        <Text c="dimmed">{words.text}</Text>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label={words.current}
          data-autofocus
          required
          withAsterisk={false}
          autoComplete="current-password"
          key={form.key('current_password')}
          {...form.getInputProps('current_password')}
        />
        <NewPassword label={words.next} key={form.key('password')} {...form.getInputProps('password')} />
        {failure ? <Failure error={failure} title={texts.notChanged} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {words.change}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
