import type { Invoice } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Alert, Group, Skeleton, Stack } from '@mantine/core';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Copyable } from '../../../parts/copyable.tsx';
import { Drawer } from '../../../parts/dialog.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Money } from '../../../parts/money.tsx';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { Day } from '../../../resources/billing/day.tsx';
import { InvoiceItems } from '../../../resources/billing/invoice-items.tsx';
import { InvoiceNumber } from '../../../resources/billing/invoice-number.tsx';
import { InvoicePdf } from '../../../resources/billing/invoice-pdf.tsx';
import { InvoiceStatus } from '../../../resources/billing/invoice-status.tsx';
import { PayInvoice } from '../../../resources/billing/pay/pay-invoice.tsx';
import { useInvoice } from '../../../resources/billing/queries.ts';
import { texts } from '../../../resources/billing/texts.ts';
import { useMay, usePlace } from '../../../session/place-context.tsx';
import classes from './invoice-drawer.module.css';

/** Shows one invoice with its lines, explanations, PDF and payment. */
export function InvoiceDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { data: invoice, error, refetch } = useInvoice(id);
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={invoice?.number ?? texts.invoices} size="lg">
      {error && !invoice ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : invoice ? (
        <InvoiceView invoice={invoice} />
      ) : (
        <Skeleton height={360} />
      )}
    </Drawer>
  );
}

function InvoiceView({ invoice }: { invoice: Invoice }) {
  const may = useMay();
  const { place } = usePlace();
  const { id, type, corrects_id, issued_at, due_at, paid_at, payment_reference, amount_due, total, currency } = invoice;
  const isNote = type === 'credit_note';
  const isOpen = amount_due > 0 && !invoice.on_hold && place.environment === 'live' && may('billing.write');
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <div className={classes.amount}>
            <Money amount={amount_due > 0 ? amount_due : total} currency={currency} />
          </div>
          <InvoiceStatus status={invoice.status} />
        </div>
        <Group gap="xs">
          <InvoicePdf invoice={invoice} />
          <CodeCorner call={() => ({ operation: 'billing.invoices.show', input: { id } })} />
        </Group>
      </Group>
      <Facts
        facts={[
          [texts.corrects, corrects_id !== null && <InvoiceNumber key="of" id={corrects_id} />],
          [texts.issued, <Day key="issued" at={issued_at} />],
          [texts.due, !isNote && <Day key="due" at={due_at} />],
          [texts.paid, paid_at && !isNote && <Day key="paid" at={paid_at} />],
          [texts.customer, describeCustomer(invoice)],
          [
            texts.reference,
            amount_due > 0 && <Copyable key="reference" value={payment_reference} what={t`payment reference`} />,
          ],
        ]}
      />
      {invoice.on_hold && <Alert color="gray">{texts.onHold}</Alert>}
      <InvoiceItems invoice={invoice} />
      {isOpen && (
        <section aria-label={texts.pay}>
          <SectionTitle title={texts.pay} />
          <PayInvoice key={id} invoice={invoice} returnPath={`/billing?invoice=${id}`} />
        </section>
      )}
    </Stack>
  );
}

function describeCustomer({ customer }: Invoice): string | null {
  if (!customer) return null;
  const { company, name, vat_id } = customer;
  return [company, name, vat_id].filter(Boolean).join(', ');
}
