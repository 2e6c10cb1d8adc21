import type { Subscription } from '@hostler/sdk';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../session/place-context.tsx';
import { Day } from '../day.tsx';
import { InvoiceNumber } from '../invoice-number.tsx';
import { useWithdrawChange } from './queries.ts';
import { changeTexts as texts } from './texts.ts';

/** A change of plan that waits for its payment: until when, and how to pay or withdraw it. */
export function PendingChange({ id, plan, pending_change }: Pick<Subscription, 'id' | 'plan' | 'pending_change'>) {
  const may = useMay();
  const withdraw = useWithdrawChange();
  if (!pending_change) return null;
  const { plan: wanted, invoice_id, expires_at } = pending_change;
  return (
    <Alert color="amber" variant="light" title={texts.pending(wanted)} mb="sm">
      <Text>
        <Trans>
          Waiting for payment of invoice <InvoiceNumber id={invoice_id} /> until <Day at={expires_at} />.
        </Trans>
      </Text>
      <Text size="sm">{texts.pendingText(plan)}</Text>
      {may('billing.write') && (
        <Group gap="xs" mt="sm">
          <Button size="xs" renderRoot={(props) => <Link {...props} to="/billing" search={{ invoice: invoice_id }} />}>
            {texts.pay}
          </Button>
          <Button size="xs" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
            {texts.withdraw}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
