import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PublicPage } from '../../../app/public-page.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { showFormErrors } from '../../../parts/form-errors.ts';
import { panelApi } from '../../../session/panel-api.ts';
import { texts } from './texts.ts';

const words = texts.forgot;

export function ForgotForm() {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const ask = useMutation({
    mutationFn: (values: { email: string }) =>
      panelApi.post('/security/password/forgot', { email: values.email.trim() }, { withoutGates: true }),
    onMutate: () => setFailure(null),
    onError: (error) => setFailure(showFormErrors(form, error)),
  });
  if (ask.isSuccess) {
    return (
      <PublicPage title={words.sentTitle}>
        <Stack>
          <Text>{words.sent(ask.variables.email)}</Text>
          <Button variant="default" onClick={() => ask.reset()}>
            {words.again}
          </Button>
        </Stack>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={words.title}>
      <form onSubmit={form.onSubmit((values) => ask.mutate(values))}>
        <Stack>
          <Text c="dimmed">{words.text}</Text>
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          {failure ? <Failure error={failure} title={words.failed} /> : null}
          <Button type="submit" loading={ask.isPending}>
            {words.send}
          </Button>
          <Anchor component={Link} to="/sign-in" size="sm" ta="center">
            {texts.back}
          </Anchor>
        </Stack>
      </form>
    </PublicPage>
  );
}
