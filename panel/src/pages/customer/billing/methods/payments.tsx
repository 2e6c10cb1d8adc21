import type { Payment } from '@hostler/sdk';
import { Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useApiQuery } from '#api/queries.ts';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Money } from '#parts/money.tsx';
import { Status } from '#parts/status.tsx';
import { Day } from '#resources/billing/day.tsx';
import { InvoiceNumber } from '#resources/billing/invoice-number.tsx';
import { PAYMENT_STATUSES, paymentTexts as texts } from './payment-texts.ts';

const COLUMNS: readonly Column<Payment>[] = [
  {
    key: 'at',
    title: texts.at,
    width: '150px',
    render: ({ received_at, created_at }) => <Day at={received_at ?? created_at} />,
  },
  { key: 'method', title: texts.method, render: ({ method, failure }) => beginLarge(failure ?? method) },
  {
    key: 'invoice',
    title: texts.invoice,
    width: '170px',
    render: ({ invoice_id }) => invoice_id !== null && <InvoiceNumber id={invoice_id} />,
  },
  {
    key: 'status',
    title: texts.status,
    width: '140px',
    card: 'beside',
    render: ({ status }) => <Status tone={PAYMENT_STATUSES[status].tone}>{PAYMENT_STATUSES[status].label}</Status>,
  },
  {
    key: 'amount',
    title: texts.amount,
    width: '120px',
    align: 'end',
    render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
];

/** Capitalises an API word like `card`. */
function beginLarge(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const route = getRouteApi('/frame/billing/payment');

/** Lists successful and failed payments. */
export function Payments() {
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const payments = useApiQuery(
    ['invoices', 'payments', page ?? 1],
    async (api, signal) => api.billing.payments.list({ page, per_page: 20 }, { signal }),
    { keepPrevious: true },
  );
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
        pager={{
          meta: payments.data?.meta,
          onPage: (next) => void navigate({ search: next > 1 ? { page: next } : {}, resetScroll: false }),
        }}
        empty={<EmptyState icon={IconReceipt} text={texts.none} call={{ operation: 'billing.payments.list' }} />}
      />
    </section>
  );
}
