import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Failure } from '../../../parts/failure.tsx';
import { showFormErrors } from '../../../parts/form-errors.ts';
import { NewPassword } from '../../../parts/new-password.tsx';
import { useAccept } from './queries.ts';
import { texts } from './texts.ts';

/** Creates a login for an address that has none. */
export function JoinAsNew({ token, email }: { token: string; email: string }) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '' } });
  const accept = useAccept((error) => setFailure(showFormErrors(form, error)));
  return (
    <form onSubmit={form.onSubmit((values) => accept.mutate({ token, ...values }))}>
      <Stack>
        <Text>{texts.first}</Text>
        <TextInput label={texts.email} value={email} readOnly autoComplete="username" />
        <TextInput
          label={texts.name}
          autoComplete="name"
          autoFocus
          required
          maxLength={100}
          withAsterisk={false}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <NewPassword label={texts.password} key={form.key('password')} {...form.getInputProps('password')} />
        {failure ? <Failure error={failure} title={texts.failed} /> : null}
        <Button type="submit" loading={accept.isPending}>
          {texts.join}
        </Button>
      </Stack>
    </form>
  );
}
