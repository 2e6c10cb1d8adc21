import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Copyable } from '#parts/copyable.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { showFormErrors } from '#parts/form-errors.ts';
import { QrCode } from '#parts/qr-code.tsx';
import { type TotpSecret, useEnableTotp } from './queries.ts';
import { texts } from './texts.ts';

interface TotpDialogProps {
  readonly secret: TotpSecret | null;
  readonly onClose: () => void;
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

export function TotpDialog({ secret, onClose, onEnabled }: TotpDialogProps) {
  return (
    <Modal opened={secret !== null} onClose={onClose} title={texts.totp.dialog} closeOnClickOutside={false}>
      {secret && <TotpForm secret={secret} onClose={onClose} onEnabled={onEnabled} />}
    </Modal>
  );
}

function TotpForm({ secret: { secret, uri }, onClose, onEnabled }: TotpDialogProps & { secret: TotpSecret }) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const enable = useEnableTotp({
    onSuccess: ({ recovery_codes }) => onEnabled(recovery_codes),
    onError: (error) => setFailure(showFormErrors(form, error)),
  });
  return (
    <form onSubmit={form.onSubmit(({ code }) => enable.mutate({ code: code.replaceAll(/\s/g, '') }))}>
      <Stack>
        <Text>{texts.totp.scan}</Text>
        <QrCode text={uri} label={texts.totp.qr} />
        <div>
          <Text size="sm" c="dimmed">
            {texts.totp.secret}
          </Text>
          <Copyable value={secret} what={t`secret`} />
        </div>
        <TextInput
          label={texts.totp.code}
          data-autofocus
          required
          withAsterisk={false}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        {failure ? <Failure error={failure} title={texts.notChanged} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={enable.isPending}>
            {texts.totp.turnOn}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
