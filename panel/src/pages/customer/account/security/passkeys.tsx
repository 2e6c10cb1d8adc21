import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Confirm } from '#parts/confirm.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { showFormErrors } from '#parts/form-errors.ts';
import { Moment } from '#parts/moment.tsx';
import { Surface } from '#parts/surface.tsx';
import { canUsePasskeys } from '#session/passkey.ts';
import { type Passkey, useAddPasskey, useRemovePasskey } from './queries.ts';
import { SettingLine } from './setting-line.tsx';
import { texts } from './texts.ts';

const words = texts.passkeys;

export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [adding, add] = useDisclosure(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const remove = useRemovePasskey({ onSuccess: () => setRemoving(null) });
  const usable = canUsePasskeys();
  return (
    <Surface
      title={words.title}
      description={words.description}
      actions={
        <Tooltip label={words.unusable} disabled={usable}>
          <Button variant="default" size="xs" onClick={add.open} disabled={!usable}>
            {words.add}
          </Button>
        </Tooltip>
      }
    >
      {passkeys.length === 0 && <Text c="dimmed">{words.none}</Text>}
      {passkeys.map((passkey) => (
        <SettingLine
          key={passkey.id}
          name={passkey.name}
          value={
            <>
              {words.added} <Moment at={passkey.created_at} />
            </>
          }
          note={
            <>
              {words.used} <Moment at={passkey.last_used_at} never={words.never} />
            </>
          }
        >
          <Button
            variant="default"
            size="xs"
            onClick={() => setRemoving(passkey)}
            aria-label={t`Remove ${passkey.name}`}
          >
            {words.remove}
          </Button>
        </SettingLine>
      ))}
      <Modal opened={adding} onClose={add.close} title={words.dialog}>
        <AddForm onDone={add.close} />
      </Modal>
      <Confirm
        opened={removing !== null}
        title={words.removeTitle(removing?.name ?? '')}
        text={words.removeText}
        action={words.remove}
        destructive
        real
        pending={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate({ id: removing.id })}
      />
    </Surface>
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' } });
  const add = useAddPasskey({ onSuccess: onDone, onError: (error) => setFailure(showFormErrors(form, error)) });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(null);
        add.mutate(values);
      })}
    >
      <Stack>
        <Text c="dimmed">{words.text}</Text>
        <TextInput
          label={words.name}
          placeholder={words.placeholder}
          data-autofocus
          required
          withAsterisk={false}
          maxLength={100}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        {failure ? <Failure error={failure} title={texts.notChanged} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {words.go}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
