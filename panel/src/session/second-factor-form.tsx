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
    label: 'Code',
    text: 'Enter the six-digit code from your authenticator app.',
    other: 'Use the authenticator app',
  },
  recovery_code: {
    label: 'Recovery code',
    text: 'Enter one of your recovery codes. It works once.',
    other: 'Use a recovery code',
  },
  passkey: { label: 'Passkey', text: 'Your device asks for your fingerprint, face or PIN.', other: 'Use a passkey' },
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
        {failure ? <Failure error={failure} title="Sign-in failed" /> : null}
        <Button type="submit" fullWidth loading={prove.isPending}>
          {method === 'passkey' ? 'Use a passkey' : 'Sign in'}
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
            Back
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
