import { Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { SshKeysField } from '../../../resources/ssh-keys/ssh-keys-field.tsx';
import type { OrderFields } from './order-fields.ts';
import { texts } from './texts.ts';

interface LoginChoiceProps {
  readonly form: UseFormReturnType<OrderFields>;
  /** True if the order may add keys to the account. */
  readonly maySave: boolean;
}

/** Chooses how to log in to the new server for the first time. */
export function LoginChoice({ form, maySave }: LoginChoiceProps) {
  const { login, ssh_keys, save_ssh_keys } = form.values;
  return (
    <>
      {/* Both choices stay above the field: the error of the field must not move them. */}
      <Radio.Group label={texts.login} {...form.getInputProps('login')}>
        <Stack gap="sm" mt={8}>
          <Radio value="ssh_key" label={texts.byKey} description={texts.byKeyHint} />
          <Radio value="password" label={texts.byPassword} description={texts.byPasswordHint} />
        </Stack>
      </Radio.Group>
      {login === 'ssh_key' && (
        <SshKeysField
          label={texts.keys}
          hint={texts.keysHint}
          {...(maySave && {
            saving: {
              checked: save_ssh_keys,
              onChange: (checked: boolean) => form.setFieldValue('save_ssh_keys', checked),
            },
          })}
          {...form.getInputProps('ssh_keys')}
          value={ssh_keys}
        />
      )}
    </>
  );
}
