import type { Webhook } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { CodeCorner } from '#parts/code-corner.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useRedeliver } from './queries.ts';
import { SINCE, texts } from './texts.ts';

/** Redelivers all failed deliveries of a period, for example after an outage. */
export function RedeliverFailed({ webhook: { id }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [seconds, setSeconds] = useState('86400');
  const redeliver = useRedeliver();
  const input = () => ({ id, since: new Date(Date.now() - Number(seconds) * 1000).toISOString() });
  function done(): void {
    notifications.show({ message: t`Failed deliveries are being sent again.` });
    onClose();
  }
  return (
    <Modal opened onClose={onClose} title={texts.redeliverFailed}>
      <Stack gap="md">
        <Text>{texts.redeliverFailedText}</Text>
        <Select
          label={texts.since}
          data={SINCE}
          value={seconds}
          allowDeselect={false}
          onChange={(value) => setSeconds(value ?? seconds)}
        />
        {redeliver.error ? <Failure error={redeliver.error} title={t`The deliveries were not sent again`} /> : null}
        <Group justify="space-between">
          <CodeCorner call={() => ({ operation: 'webhooks.redeliver', input: input() })} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button loading={redeliver.isPending} onClick={() => redeliver.mutate(input(), { onSuccess: done })}>
              {texts.redeliverFailed}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
