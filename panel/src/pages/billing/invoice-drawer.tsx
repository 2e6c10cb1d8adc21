import type { Invoice } from '@hostler/sdk';
import { Drawer, Stack } from '@mantine/core';
import { Facts } from '../../parts/facts.tsx';
import { Money } from '../../parts/money.tsx';
import { Day } from './day.tsx';
import classes from './invoice-drawer.module.css';
import { InvoiceStatus } from './invoice-status.tsx';
import { texts } from './texts.ts';

/** One invoice with its items and sums. */
export function InvoiceDrawer({ invoice, onClose }: { invoice: Invoice | null; onClose: () => void }) {
  return (
    <Drawer opened={invoice !== null} onClose={onClose} title={invoice?.number ?? texts.invoices} size="lg">
      {invoice && (
        <Stack gap="lg">
          <Facts
            facts={[
              [texts.status, <InvoiceStatus key="status" status={invoice.status} />],
              [texts.issued, <Day key="issued" at={invoice.issued_at} />],
              [texts.due, <Day key="due" at={invoice.due_at} />],
              ['Paid', invoice.paid_at && <Day key="paid" at={invoice.paid_at} />],
            ]}
          />
          <InvoiceItems invoice={invoice} />
        </Stack>
      )}
    </Drawer>
  );
}

function InvoiceItems({ invoice }: { invoice: Invoice }) {
  const { currency } = invoice;
  const sums: [string, number, boolean?][] = [
    ['Subtotal', invoice.subtotal],
    ['Tax', invoice.tax],
    ['Total', invoice.total, true],
    ['Paid', invoice.amount_paid],
    ['Due', invoice.amount_due, true],
  ];
  return (
    <table className={classes.items}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {invoice.items.map((item) => (
          <tr key={`${item.description} ${item.period_start}`}>
            <td>
              {item.quantity > 1 && `${item.quantity} × `}
              {item.description}
              <div className={classes.period}>
                <Day at={item.period_start} /> – <Day at={item.period_end} />
              </div>
            </td>
            <td>
              <Money amount={item.amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([name, amount, strong]) => (
          <tr key={name} data-strong={strong}>
            <th scope="row">{name}</th>
            <td>
              <Money amount={amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}
