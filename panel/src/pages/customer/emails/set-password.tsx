import type { Mailbox, MailboxWithPassword } from '@hostler/sdk';
import { PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { useSending } from '../../../parts/sending.ts';
import { useSetPassword } from './queries.ts';
import { texts } from './texts.ts';

interface SetPasswordProps {
  readonly mailbox: Mailbox;
  readonly onClose: () => void;
  readonly onSet: (mailbox: MailboxWithPassword) => void;
}

export function SetPassword({ mailbox: { id, address }, onClose, onSet }: SetPasswordProps) {
  const form = useForm({ initialValues: { password: '' } });
  const set = useSetPassword(onSet);
  const { problem, send } = useSending(form, set);
  const readInput = () => {
    const { password } = form.getValues();
    return { id, ...(password !== '' && { password }) };
  };
  return (
    <Modal opened onClose={onClose} title={texts.newPasswordTitle(address)}>
      <form onSubmit={form.onSubmit(() => send(readInput(), () => undefined))}>
        <Stack gap="md">
          <Text>{texts.newPasswordText}</Text>
          <PasswordInput
            label={texts.password}
            description={texts.passwordHint}
            data-autofocus
            autoComplete="new-password"
            maxLength={128}
            {...form.getInputProps('password')}
          />
          {problem ? <Failure error={problem} title={texts.notSet} /> : null}
          <FormEnd
            call={() => ({ operation: 'emails.password', input: { id } })}
            action={texts.setPassword}
            pending={set.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
