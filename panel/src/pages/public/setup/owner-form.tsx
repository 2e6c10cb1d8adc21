import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Failure } from '../../../parts/failure.tsx';
import { showFormErrors } from '../../../parts/form-errors.ts';
import { NewPassword } from '../../../parts/new-password.tsx';
import { type TotpSecret, useCreateOwner } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.owner;

export function OwnerForm({ token, onCreated }: { token: string; onCreated: (secret: TotpSecret) => void }) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', email: '', password: '' } });
  const create = useCreateOwner({
    onSuccess: onCreated,
    onError: (error) => setFailure(showFormErrors(form, error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate({ token, ...values }))}>
      <Stack>
        <Text c="dimmed">{words.text}</Text>
        <TextInput
          label={words.name}
          autoComplete="name"
          autoFocus
          required
          maxLength={100}
          withAsterisk={false}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={words.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <NewPassword label={words.password} key={form.key('password')} {...form.getInputProps('password')} />
        {failure ? <Failure error={failure} title={words.failed} /> : null}
        <Button type="submit" loading={create.isPending}>
          {words.create}
        </Button>
      </Stack>
    </form>
  );
}
