import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PublicPage } from '../../../app/public-page.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { showFormErrors } from '../../../parts/form-errors.ts';
import { NewPassword } from '../../../parts/new-password.tsx';
import { readFailure } from '../../../requests/failure.ts';
import { panelApi } from '../../../session/panel-api.ts';
import { texts } from './texts.ts';

const words = texts.choose;

export function ChooseForm({ token }: { token: string }) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const save = useMutation({
    mutationFn: (values: { password: string }) =>
      panelApi.post('/security/password/reset', { token, ...values }, { withoutGates: true }),
    onMutate: () => setFailure(null),
    onError: (error) => setFailure(showFormErrors(form, error)),
  });
  if (save.isSuccess) {
    return (
      <PublicPage title={words.doneTitle}>
        <Stack>
          <Text>{words.done}</Text>
          <Button component={Link} to="/sign-in" replace>
            {texts.signIn}
          </Button>
        </Stack>
      </PublicPage>
    );
  }
  const used = failure !== null && readFailure(failure).status === 404;
  return (
    <PublicPage title={words.title}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <NewPassword
            label={words.password}
            autoFocus
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {failure ? <Failure error={failure} title={words.failed} /> : null}
          <Button type="submit" loading={save.isPending}>
            {words.save}
          </Button>
          {used && (
            // Load a new page, without the token of the link.
            <Anchor href="/reset" size="sm" ta="center">
              {words.askAgain}
            </Anchor>
          )}
        </Stack>
      </form>
    </PublicPage>
  );
}
