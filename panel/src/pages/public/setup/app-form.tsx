import { t } from '@lingui/core/macro';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Copyable } from '../../../parts/copyable.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { showFormErrors } from '../../../parts/form-errors.ts';
import { QrCode } from '../../../parts/qr-code.tsx';
import { type TotpSecret, useTurnOnApp } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.app;

interface AppFormProps {
  readonly secret: TotpSecret;
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

/** Turns on the second factor, which the console requires. */
export function AppForm({ secret: { secret, uri }, onEnabled }: AppFormProps) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const enable = useTurnOnApp({
    onSuccess: ({ recovery_codes }) => onEnabled(recovery_codes),
    onError: (error) => setFailure(showFormErrors(form, error)),
  });
  return (
    <form onSubmit={form.onSubmit(({ code }) => enable.mutate({ code: code.replaceAll(/\s/g, '') }))}>
      <Stack>
        <Text c="dimmed">{words.text}</Text>
        <Text>{words.scan}</Text>
        <QrCode text={uri} label={words.qr} />
        <div>
          <Text size="sm" c="dimmed">
            {words.secret}
          </Text>
          <Copyable value={secret} what={t`secret`} />
        </div>
        <TextInput
          label={words.code}
          autoFocus
          required
          withAsterisk={false}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        {failure ? <Failure error={failure} title={words.failed} /> : null}
        <Button type="submit" loading={enable.isPending}>
          {words.turnOn}
        </Button>
      </Stack>
    </form>
  );
}
