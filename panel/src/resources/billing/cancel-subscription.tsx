import type { Subscription } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeCorner } from '../../parts/code-corner.tsx';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { Modal } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Day } from './day.tsx';
import { useCancelSubscription } from './queries.ts';
import { texts } from './texts.ts';

/**
 * Cancels at the end of the paid period or immediately. An immediate cancellation suspends the server, so it asks for
 * the name.
 */
export function CancelSubscription({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const [when, setWhen] = useState(subscription.cancel_at_period_end ? 'now' : 'end');
  const [confirming, setConfirming] = useState(false);
  const cancel = useCancelSubscription();
  const { id, name, hosting_id } = subscription;
  const immediately = when === 'now';
  const send = () => cancel.mutate({ id, immediately }, { onSuccess: onClose });
  if (confirming) {
    return (
      <ConfirmByName
        opened
        title={texts.cancel}
        name={name}
        action={texts.cancel}
        pending={cancel.isPending}
        error={cancel.error}
        onClose={onClose}
        onConfirm={send}
      >
        {hosting_id === null
          ? t`${name} ends immediately.`
          : t`${name} ends immediately. Its server is suspended. The data on its disk is kept until the server is terminated.`}
      </ConfirmByName>
    );
  }
  return (
    <Modal opened onClose={onClose} title={texts.cancel}>
      <Stack gap="md">
        <Text fw={550}>{name}</Text>
        <Radio.Group label={texts.when} value={when} onChange={setWhen}>
          <Stack gap="sm" mt="xs">
            <Radio
              value="end"
              disabled={subscription.cancel_at_period_end}
              label={texts.atEnd}
              description={
                <Trans>
                  It ends on <Day at={subscription.current_period_end} /> and is not billed again. You can undo the
                  cancellation until that day.
                </Trans>
              }
            />
            <Radio
              value="now"
              label={texts.now}
              description={
                hosting_id === null ? t`It ends immediately.` : t`It ends immediately and its server is suspended.`
              }
            />
          </Stack>
        </Radio.Group>
        {cancel.error ? <Failure error={cancel.error} title={t`The subscription was not cancelled`} /> : null}
        <Group justify="space-between">
          <CodeCorner call={() => ({ operation: 'subscriptions.cancel', input: { id, immediately } })} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.keep}
            </Button>
            <Button color="red" loading={cancel.isPending} onClick={immediately ? () => setConfirming(true) : send}>
              {texts.cancel}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
