import type { Invoice } from '@hostler/sdk';
import { Group, Title } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ListFilters } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { Money } from '../../../parts/money.tsx';
import { Day } from '../../../resources/billing/day.tsx';
import { InvoiceStatus } from '../../../resources/billing/invoice-status.tsx';
import { useInvoices } from '../../../resources/billing/queries.ts';
import { INVOICE_STATUSES, texts } from '../../../resources/billing/texts.ts';
import { InvoiceDrawer } from './invoice-drawer.tsx';

const COLUMNS: readonly Column<Invoice>[] = [
  { key: 'number', title: texts.number, width: 190, render: ({ number }) => number },
  {
    key: 'for',
    title: texts.product,
    card: 'none',
    render: ({ items }) => items.map(({ description }) => description).join(', '),
  },
  {
    key: 'issued',
    title: texts.issued,
    sortBy: 'issued_at',
    width: 130,
    from: 'lg',
    card: 'none',
    render: ({ issued_at }) => <Day at={issued_at} />,
  },
  {
    key: 'due',
    title: texts.due,
    sortBy: 'due_at',
    width: 130,
    from: 'md',
    render: ({ due_at }) => <Day at={due_at} />,
  },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 120,
    card: 'beside',
    render: (invoice) => <InvoiceStatus status={invoice.status} />,
  },
  {
    key: 'amount',
    title: texts.amount,
    sortBy: 'total',
    width: 120,
    align: 'end',
    render: ({ total, currency }) => <Money amount={total} currency={currency} />,
  },
];
const route = getRouteApi('/frame/billing');

export function Invoices() {
  const { subscriptions, subscriptions_by, subscriptions_sort, invoice: opened, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const invoices = useInvoices(filters);
  const open = (invoice?: number) =>
    void navigate({ search: (before) => changeSearch(before, { invoice, page: before.page }), resetScroll: false });
  const change = (next: Partial<typeof filters>) =>
    void navigate({
      search: (before) => changeSearch(before, next),
      resetScroll: false,
    });
  const filtered = isFiltered(filters);
  return (
    <section aria-label={texts.invoices}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.invoices}</Title>
        <CodeCorner call={() => ({ operation: 'billing.invoices.list', input: { ...filters } })} />
      </Group>
      <ListFilters words={texts} statuses={INVOICE_STATUSES} value={filters} onChange={change} />
      <DataTable
        label={texts.invoices}
        query={invoices}
        rows={invoices.data?.data}
        rowKey={({ id }) => id}
        rowName={({ number }) => number}
        onOpen={({ id }) => open(id)}
        columns={COLUMNS}
        sorting={{ value: filters, onChange: change }}
        pager={{ meta: invoices.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState icon={IconFileInvoice} text={texts.noInvoices} call={{ operation: 'billing.invoices.list' }} />
        }
        noMatch={filtered && texts.noMatch}
      />
      <InvoiceDrawer id={opened} onClose={() => open()} />
    </section>
  );
}
