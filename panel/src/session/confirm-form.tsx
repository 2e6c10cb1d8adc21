import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Failure } from '../parts/failure.tsx';
import { showFormErrors } from '../parts/form-errors.ts';
import { panelApi } from './panel-api.ts';
import { canUsePasskeys, provePasskey } from './passkey.ts';

const ALONE = { withoutGates: true };

interface ConfirmFormProps {
  readonly email: string;
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}

/** Asks for the password again, or a passkey. */
export function ConfirmForm({ email, onConfirmed, onCancel }: ConfirmFormProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const byPassword = useMutation({
    mutationFn: (values: { password: string }) => panelApi.post('/sessions/confirm', values, ALONE),
    onSuccess: onConfirmed,
    onError: (error) => showFormErrors(form, error),
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { options } = await panelApi.post<{ options: Parameters<typeof provePasskey>[0] }>(
        '/sessions/confirm/options',
        {},
        ALONE,
      );
      return panelApi.post('/sessions/confirm', { passkey: await provePasskey(options) }, ALONE);
    },
    onSuccess: onConfirmed,
    onError: () => undefined,
  });
  const failure = byPasskey.error ?? (Object.keys(form.errors).length > 0 ? null : byPassword.error);
  return (
    <form onSubmit={form.onSubmit((values) => byPassword.mutate(values))}>
      <Stack>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label={t`Password`}
          data-autofocus
          autoComplete="current-password"
          required
          withAsterisk={false}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {failure && <Failure error={failure} title={t`The confirmation failed`} />}
        <Group justify="space-between" gap="xs">
          {canUsePasskeys() ? (
            <Button
              variant="subtle"
              leftSection={<IconFingerprint size={16} />}
              loading={byPasskey.isPending}
              onClick={() => byPasskey.mutate()}
            >
              <Trans>Use a passkey</Trans>
            </Button>
          ) : (
            <span />
          )}
          <Group gap="xs">
            <Button variant="default" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={byPassword.isPending}>
              <Trans>Confirm</Trans>
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
