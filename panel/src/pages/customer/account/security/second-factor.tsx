import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Confirm } from '#parts/confirm.tsx';
import { Status } from '#parts/status.tsx';
import { Surface } from '#parts/surface.tsx';
import { type Security, type TotpSecret, useBeginTotp, useDisableTotp, useNewRecoveryCodes } from './queries.ts';
import { RecoveryCodesBox } from './recovery-codes-box.tsx';
import { SettingLine } from './setting-line.tsx';
import { texts } from './texts.ts';
import { TotpDialog } from './totp-dialog.tsx';

const FEW = 3;

/**  */ export function SecondFactor({ security: { totp, recovery_codes_left: left } }: { security: Security }) {
  const [asked, setAsked] = useState<'off' | 'codes' | null>(null);
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useBeginTotp({ onSuccess: setSecret });
  const end = useDisableTotp({
    onSuccess: () => {
      setAsked(null);
      notifications.show({ message: texts.totp.offDone, withBorder: true });
    },
  });
  const renew = useNewRecoveryCodes({
    onSuccess: ({ recovery_codes }) => {
      setAsked(null);
      setCodes(recovery_codes);
    },
  });
  return (
    <Surface title={texts.totp.title} description={texts.totp.description}>
      <SettingLine
        name={texts.totp.title}
        value={<Status tone={totp ? 'good' : 'idle'}>{totp ? texts.totp.on : texts.totp.off}</Status>}
      >
        {totp ? (
          <Button variant="default" size="xs" onClick={() => setAsked('off')}>
            {texts.totp.turnOff}
          </Button>
        ) : (
          <Button variant="default" size="xs" loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
            {texts.totp.setUp}
          </Button>
        )}
      </SettingLine>
      {totp && (
        <SettingLine
          name={texts.recovery.title}
          value={texts.recovery.left(left)}
          note={left <= FEW ? <Text c="amber">{texts.recovery.few}</Text> : texts.recovery.description}
        >
          <Button variant="default" size="xs" onClick={() => setAsked('codes')}>
            {texts.recovery.make}
          </Button>
        </SettingLine>
      )}
      <TotpDialog
        secret={secret}
        onClose={() => setSecret(null)}
        onEnabled={(recoveryCodes) => {
          setSecret(null);
          setCodes(recoveryCodes);
        }}
      />
      <Confirm
        real
        opened={asked === 'off'}
        title={texts.totp.offTitle}
        text={texts.totp.offText}
        action={texts.totp.turnOff}
        destructive
        pending={end.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => end.mutate(undefined)}
      />
      <Confirm
        real
        opened={asked === 'codes'}
        title={texts.recovery.makeTitle}
        text={texts.recovery.makeText}
        action={texts.recovery.make}
        pending={renew.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => renew.mutate(undefined)}
      />
      <RecoveryCodesBox codes={codes} onClose={() => setCodes(null)} />
    </Surface>
  );
}
