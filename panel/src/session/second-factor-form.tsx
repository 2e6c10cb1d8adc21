import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../parts/failure.tsx';
import { showFormErrors } from '../parts/form-errors.ts';
import type { SecondFactorRequired, SignedIn } from './generated/types.gen.ts';
import { panelApi } from './panel-api.ts';
import { canUsePasskeys, provePasskey } from './passkey.ts';

export type SecondFactor = SecondFactorRequired['methods'][number];

const ALONE = { withoutGates: true };

const METHODS: Record<SecondFactor, { label: string; text: string; other: string }> = {
  totp: {
    label: t`Code`,
    text: t`Enter the six-digit code from your authenticator app.`,
    other: t`Use the authenticator app`,
  },
  recovery_code: {
    label: t`Recovery code`,
    text: t`Enter one of your recovery codes. It works once.`,
    other: t`Use a recovery code`,
  },
  passkey: { label: t`Passkey`, text: t`Your device asks for your fingerprint, face or PIN.`, other: t`Use a passkey` },
};

interface SecondFactorFormProps {
  readonly methods: readonly SecondFactor[];
  readonly onSignedIn: (signedIn: SignedIn) => Promise<void> | void;
  readonly onBack: () => void;
}

export function SecondFactorForm({ methods, onSignedIn, onBack }: SecondFactorFormProps) {
  const usable = methods.filter((method) => method !== 'passkey' || canUsePasskeys());
  const [method, setMethod] = useState<SecondFactor>(usable[0] ?? 'totp');
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { totp: '', recovery_code: '' } });
  const prove = useMutation({
    mutationFn: async (values: { totp: string; recovery_code: string }) => {
      if (method !== 'passkey') {
        return panelApi.post<SignedIn>('/sessions/second-factor', { [method]: values[method].trim() }, ALONE);
      }
      type Options = { options: Parameters<typeof provePasskey>[0] };
      const { options } = await panelApi.post<Options>('/sessions/second-factor/options', {}, ALONE);
      return panelApi.post<SignedIn>('/sessions/second-factor', { passkey: await provePasskey(options) }, ALONE);
    },
    onMutate: () => setFailure(null),
    onSuccess: (answer) => onSignedIn(answer),
    onError: (error) => setFailure(showFormErrors(form, error)),
  });
  const { label, text } = METHODS[method];
  return (
    <form onSubmit={form.onSubmit((values) => prove.mutate(values))}>
      <Stack>
        <Text c="dimmed">{text}</Text>
        {method !== 'passkey' && (
          <TextInput
            label={label}
            autoFocus
            data-autofocus
            required
            withAsterisk={false}
            autoComplete="one-time-code"
            inputMode={method === 'totp' ? 'numeric' : 'text'}
            key={form.key(method)}
            {...form.getInputProps(method)}
          />
        )}
        {failure ? <Failure error={failure} title={t`Sign-in failed`} /> : null}
        <Button type="submit" fullWidth loading={prove.isPending}>
          {method === 'passkey' ? t`Use a passkey` : t`Sign in`}
        </Button>
        <Group justify="space-between">
          {usable
            .filter((other) => other !== method)
            .map((other) => (
              <Anchor key={other} component="button" type="button" size="sm" onClick={() => setMethod(other)}>
                {METHODS[other].other}
              </Anchor>
            ))}
          <Anchor component="button" type="button" size="sm" c="dimmed" onClick={onBack}>
            <Trans>Back</Trans>
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
