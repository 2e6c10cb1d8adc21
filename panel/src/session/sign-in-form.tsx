import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Divider, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '../parts/failure.tsx';
import { showFormErrors } from '../parts/form-errors.ts';
import type { SessionsCreateResult, SignedIn } from './generated/types.gen.ts';
import { panelApi } from './panel-api.ts';
import { canUsePasskeys, provePasskey } from './passkey.ts';
import { type SecondFactor, SecondFactorForm } from './second-factor-form.tsx';

const ALONE = { withoutGates: true };

interface SignInFormProps {
  /** Initial e-mail address; editable. */
  readonly email?: string;
  readonly onSignedIn: (signedIn: SignedIn) => Promise<void> | void;
}

/** Sign-in form: e-mail and password, then a second factor if enabled; or a passkey alone. */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const [methods, setMethods] = useState<readonly SecondFactor[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email, password: '' } });
  const byPassword = useMutation({
    mutationFn: (values: { email: string; password: string }) =>
      panelApi.post<SessionsCreateResult>('/sessions', values, ALONE),
    onMutate: () => setFailure(null),
    onSuccess: async (answer) => {
      if ('second_factor_required' in answer) setMethods(answer.methods);
      else await onSignedIn(answer);
    },
    onError: (error) => setFailure(showFormErrors(form, error)),
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      type Options = { options: Parameters<typeof provePasskey>[0] };
      const { options } = await panelApi.post<Options>('/sessions/passkey/options', {}, ALONE);
      return panelApi.post<SignedIn>('/sessions/passkey', { response: await provePasskey(options) }, ALONE);
    },
    onMutate: () => setFailure(null),
    onSuccess: (answer) => onSignedIn(answer),
    onError: setFailure,
  });

  if (methods) {
    return <SecondFactorForm methods={methods} onSignedIn={onSignedIn} onBack={() => setMethods(null)} />;
  }
  return (
    <form onSubmit={form.onSubmit((values) => byPassword.mutate(values))}>
      <Stack>
        <TextInput
          label={t`E-mail`}
          type="email"
          autoComplete="username"
          data-autofocus={email === '' || undefined}
          autoFocus={email === ''}
          required
          withAsterisk={false}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t`Password`}
          autoComplete="current-password"
          data-autofocus={email !== '' || undefined}
          required
          withAsterisk={false}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {failure ? <Failure error={failure} title={t`Sign-in failed`} /> : null}
        <Button type="submit" fullWidth loading={byPassword.isPending}>
          <Trans>Sign in</Trans>
        </Button>
        <Group justify="center">
          <Anchor component={Link} to="/reset" size="sm">
            <Trans>Forgot your password?</Trans>
          </Anchor>
        </Group>
        {canUsePasskeys() && (
          <>
            <Divider label={t`or`} />
            <Button
              variant="default"
              fullWidth
              leftSection={<IconFingerprint size={16} />}
              loading={byPasskey.isPending}
              onClick={() => byPasskey.mutate()}
            >
              <Trans>Use a passkey</Trans>
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}
