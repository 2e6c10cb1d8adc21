import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation } from '#operator/queries.ts';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import { Money } from '#parts/money.tsx';
import type { AccountSummary } from '../queries.ts';
import { texts } from '../texts.ts';

/** Counted services, in the order they are named. */
const SERVICES = ['servers', 'domains', 'mailboxes', 'databases', 'subscriptions'] as const;

interface Closing {
  readonly reason: string | undefined;
  readonly cancel_services: boolean;
}

/** Closes an account after its name was typed. */
export function CloseAccount({ account, onClose }: { account: AccountSummary; onClose: () => void }) {
  const { id, name, counts, balance } = account;
  const [reason, setReason] = useState('');
  const [cancels, setCancels] = useState(false);
  const close = useOperatorMutation(
    (closing: Closing) => operatorApi.post<unknown>('/accounts/close', closing, { query: { id } }),
    {
      touches: ['accounts', 'subscriptions', 'hosting', 'today'],
      onSuccess: () => {
        notifications.show({ message: texts.closed });
        onClose();
      },
      onError: () => undefined,
    },
  );
  const left = SERVICES.map((service) => [counts[service] ?? 0, texts.services[service]] as const)
    .filter(([count]) => count > 0)
    .map(([count, tell]) => tell(count));
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={texts.close}
      name={name}
      action={texts.close}
      pending={close.isPending}
      error={close.error}
      onConfirm={() => close.mutate({ reason: reason.trim() || undefined, cancel_services: cancels })}
    >
      <Stack>
        <Text>{texts.closeText}</Text>
        {balance && balance.credit > 0 && (
          <Text>
            {texts.closeCredit} <Money amount={balance.credit} currency={balance.currency} />
          </Text>
        )}
        {left.length > 0 && (
          <Checkbox
            label={texts.cancelServices}
            description={texts.stillHas(left.join(', '))}
            checked={cancels}
            onChange={({ currentTarget }) => setCancels(currentTarget.checked)}
          />
        )}
        <TextInput
          label={texts.reason}
          description={texts.reasonOptional}
          value={reason}
          maxLength={1_000}
          autoComplete="off"
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ConfirmByName>
  );
}
