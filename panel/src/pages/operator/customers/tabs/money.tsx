import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type PAYMENT_STATUSES, PaymentStatus } from '#operator/payment-status.tsx';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import { InvoiceStatus } from '#resources/billing/invoice-status.tsx';
import { nameMethod } from '#resources/billing/methods/names.ts';
import type { INVOICE_STATUSES } from '#resources/billing/texts.ts';
import classes from '../detail.module.css';
import { Figures } from '../figures.tsx';
import { ListSection } from '../list-section.tsx';
import { NextCharges } from '../next-charges.tsx';
import { useCustomer } from '../queries.ts';
import { texts } from '../texts.ts';

const route = getRouteApi('/operator/customers/$id');

interface Invoice {
  readonly id: number;
  readonly number: string;
  readonly status: keyof typeof INVOICE_STATUSES;
  readonly total: number;
  readonly amount_due: number;
  readonly currency: string;
  readonly issued_at: string;
}

interface Payment {
  readonly id: number;
  readonly amount: number;
  readonly currency: string;
  readonly method: string;
  readonly status: keyof typeof PAYMENT_STATUSES;
  readonly received_at: string | null;
  readonly created_at: string;
}

export function MoneyTab() {
  const id = Number(route.useParams().id);
  const { data: account } = useCustomer(id);
  if (!account) return <Skeleton height={240} />;
  return (
    <div className={classes.stack}>
      <Figures account={account} />
      <ListSection<Invoice>
        title={texts.invoices}
        path="/invoices"
        account={id}
        url={`/operator/billing/invoices?account=${id}`}
        columns={[
          { key: 'number', title: texts.number, render: ({ number }) => number },
          {
            key: 'status',
            title: texts.status,
            width: 150,
            card: 'beside',
            render: ({ status }) => <InvoiceStatus status={status} />,
          },
          { key: 'issued', title: texts.issued, width: 150, render: (row) => <Moment at={row.issued_at} /> },
          {
            key: 'due',
            title: texts.due,
            width: 130,
            align: 'end',
            from: 'md',
            render: ({ amount_due, currency }) => <Money amount={amount_due} currency={currency} />,
          },
          {
            key: 'total',
            title: texts.total,
            width: 130,
            align: 'end',
            render: ({ total, currency }) => <Money amount={total} currency={currency} />,
          },
        ]}
        empty={texts.noInvoices}
      />
      <ListSection<Payment>
        title={texts.payments}
        path="/payments"
        account={id}
        url={`/operator/billing/payments?account=${id}`}
        columns={[
          { key: 'method', title: texts.method, render: ({ method }) => nameMethod(method) },
          {
            key: 'status',
            title: texts.status,
            width: 150,
            card: 'beside',
            render: ({ status }) => <PaymentStatus status={status} />,
          },
          {
            key: 'received',
            title: texts.received,
            width: 150,
            render: ({ received_at, created_at }) => <Moment at={received_at ?? created_at} />,
          },
          {
            key: 'amount',
            title: texts.amount,
            width: 130,
            align: 'end',
            render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
        ]}
        empty={texts.noPayments}
      />
      <NextCharges charges={account.next_charges} />
    </div>
  );
}
