import type { Payment } from '@hostler/sdk';
import { Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { Money } from '#parts/money.tsx';
import { Status } from '#parts/status.tsx';
import { Day } from '#resources/billing/day.tsx';
import { InvoiceNumber } from '#resources/billing/invoice-number.tsx';
import { nameMethod } from '#resources/billing/methods/names.ts';
import { PAYMENT_STATUSES, paymentTexts as texts } from './payment-texts.ts';
import { usePayments } from './queries.ts';

const COLUMNS: readonly Column<Payment>[] = [
  {
    key: 'at',
    title: texts.at,
    sortBy: 'created_at',
    width: 150,
    render: ({ received_at, created_at }) => <Day at={received_at ?? created_at} />,
  },
  { key: 'method', title: texts.method, render: ({ method, failure }) => failure ?? nameMethod(method) },
  {
    key: 'invoice',
    title: texts.invoice,
    width: 170,
    render: ({ invoice_id }) => invoice_id !== null && <InvoiceNumber id={invoice_id} />,
  },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 140,
    card: 'beside',
    render: ({ status }) => <Status tone={PAYMENT_STATUSES[status].tone}>{PAYMENT_STATUSES[status].label}</Status>,
  },
  {
    key: 'amount',
    title: texts.amount,
    sortBy: 'amount',
    width: 120,
    align: 'end',
    render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
];

const route = getRouteApi('/frame/billing/payment');

/** Lists successful and failed payments. */
export function Payments() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const payments = usePayments(search);
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => changeSearch(before, next), resetScroll: false });
  return (
    <section aria-label={texts.title}>
      <Title order={2} mb="sm">
        {texts.title}
      </Title>
      <DataTable
        label={texts.title}
        query={payments}
        rows={payments.data?.data}
        rowKey={({ id }) => id}
        rowName={({ id }) => texts.name(id)}
        columns={COLUMNS}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: payments.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconReceipt} text={texts.none} call={{ operation: 'billing.payments.list' }} />}
      />
    </section>
  );
}
