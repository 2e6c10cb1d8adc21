import { Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { SshKeysField } from '../../../resources/ssh-keys/ssh-keys-field.tsx';
import classes from './login-choice.module.css';
import type { OrderFields } from './order-fields.ts';
import { texts } from './texts.ts';

/** Chooses how to log in to the new server for the first time. */
export function LoginChoice({ form }: { form: UseFormReturnType<OrderFields> }) {
  return (
    <Radio.Group label={texts.login} {...form.getInputProps('login')}>
      <Stack gap="sm" mt={8}>
        <Radio value="ssh_key" label={texts.byKey} description={texts.byKeyHint} />
        {form.values.login === 'ssh_key' && (
          <div className={classes.keys}>
            <SshKeysField
              label={texts.keys}
              hint={texts.keysHint}
              {...form.getInputProps('ssh_keys')}
              value={form.values.ssh_keys}
            />
          </div>
        )}
        <Radio value="password" label={texts.byPassword} description={texts.byPasswordHint} />
      </Stack>
    </Radio.Group>
  );
}
