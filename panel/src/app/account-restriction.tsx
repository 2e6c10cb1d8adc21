import type { Invoice } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../api/queries.ts';
import { formatMoney } from '../parts/numbers.ts';
import { useMay, usePlace } from '../session/place-context.tsx';

/** Explains why a new account is restricted and how to lift the restriction. */
export function AccountRestriction() {
  const { account } = usePlace();
  if (account.suspension) return <Suspended {...account.suspension} />;
  if (account.waiting) {
    return (
      <Alert color="brand" variant="light" mb="lg" title={t`Your account is under review`}>
        <Trans>
          Until the review is complete, you can view the panel and write to support. We send you an e-mail when you can
          order.
        </Trans>
      </Alert>
    );
  }
  return account.unpaid ? <FirstPayment /> : null;
}

const CAUSES: Readonly<Record<string, string>> = {
  payment: t`payment`,
  abuse: t`abuse`,
  legal: t`legal`,
  staff: t`decision of our staff`,
};

function Suspended({ cause, reason }: { readonly cause: string; readonly reason: string }) {
  return (
    <Alert color="red" variant="light" mb="lg" role="alert" title={t`This account is suspended: ${reason}`}>
      <Group justify="space-between">
        <Text>
          {t`Cause: ${CAUSES[cause] ?? cause}. Servers, databases, applications, API keys and webhooks are off. You can still view the panel, pay and write tickets. To reply or to object, open a ticket.`}
        </Text>
        <Button size="xs" data-real renderRoot={(props) => <Link {...props} to="/tickets" />}>
          <Trans>Write to support</Trans>
        </Button>
      </Group>
    </Alert>
  );
}

function FirstPayment() {
  const may = useMay();
  const { data } = useApiQuery(
    ['invoices', 'first-due'],
    async (api, signal) => (await api.billing.invoices.list({ sort: 'asc' }, { signal })).data,
    { enabled: may('billing.read') },
  );
  return (
    <Alert color="brand" variant="light" mb="lg" title={t`Your account is activated by its first payment`}>
      <Group justify="space-between">
        <Text>
          <Trans>Until an invoice is paid, you can view the panel, order, use the sandbox and write to support.</Trans>
        </Text>
        {may('billing.write') && data && <NextStep invoice={data.find(({ amount_due }) => amount_due > 0)} />}
      </Group>
    </Alert>
  );
}

function NextStep({ invoice }: { invoice: Invoice | undefined }) {
  if (!invoice) {
    return (
      <Button size="xs" renderRoot={(props) => <Link {...props} to="/order" />}>
        <Trans>Choose a plan</Trans>
      </Button>
    );
  }
  return (
    <Button
      size="xs"
      data-real
      renderRoot={(props) => <Link {...props} to="/billing" search={{ invoice: invoice.id }} />}
    >
      {t`Pay ${formatMoney(invoice.amount_due, invoice.currency)}`}
    </Button>
  );
}
