import { IconReceipt } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { AccountSelect } from '#operator/account-select.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { DayFilter, toMoment } from '#operator/day-filter.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Money } from '#parts/money.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Day } from '#resources/billing/day.tsx';
import { InvoiceStatus } from '#resources/billing/invoice-status.tsx';
import { INVOICE_STATUSES } from '#resources/billing/texts.ts';
import { useInvoices } from '../queries.ts';
import { BillingSections } from '../sections.tsx';
import { texts as common } from '../texts.ts';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/billing/invoices');
const TYPES = Object.entries(texts.types).map(([value, label]) => ({ value, label }));

export function InvoicesPage() {
  const { invoice, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const { from, until, due_before, ...rest } = search;
  const filters = {
    ...rest,
    issued_from: toMoment(from),
    issued_before: toMoment(until, 1),
    due_before: toMoment(due_before),
  };
  const invoices = useInvoices(filters);
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => changeSearch(before, { invoice: id, page: before.page }) });
  return (
    <>
      <PageTitle title={texts.title} count={invoices.data?.meta.total ?? null}>
        <OperatorCode call={() => ({ path: '/invoices', query: filters })} />
        <CsvButton path="/invoices" filters={filters} />
      </PageTitle>
      <BillingSections />
      <ListFilters
        words={{ search: texts.search, status: common.anyStatus }}
        statuses={INVOICE_STATUSES}
        value={search}
        onChange={change}
      >
        <AccountSelect label={texts.customer} value={search.account} onChange={(account) => change({ account })} />
        <FilterSelect label={texts.anyType} value={search.type} options={TYPES} onChange={(type) => change({ type })} />
        <DayFilter label={common.from} value={from} onChange={(day) => change({ from: day })} />
        <DayFilter label={common.until} value={until} onChange={(day) => change({ until: day })} />
      </ListFilters>
      <DataTable
        label={texts.title}
        query={invoices}
        rows={invoices.data?.data}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(String(id))}
        columns={[
          { key: 'number', title: texts.number, width: 170, render: ({ number }) => number },
          { key: 'customer', title: texts.customer, card: 'line', render: ({ account_name }) => account_name },
          {
            key: 'status',
            title: common.status,
            width: 120,
            card: 'line',
            render: ({ status }) => <InvoiceStatus status={status} />,
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
            width: 130,
            from: 'md',
            card: 'none',
            render: ({ due_at, type }) => (type === 'invoice' ? <Day at={due_at} /> : null),
          },
          {
            key: 'open',
            title: texts.amountDue,
            width: 130,
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ amount_due, currency }) =>
              amount_due > 0 ? <Money amount={amount_due} currency={currency} /> : null,
          },
          {
            key: 'total',
            title: texts.total,
            width: 130,
            align: 'end',
            card: 'beside',
            render: ({ total, currency }) => <Money amount={total} currency={currency} />,
          },
        ]}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: invoices.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconReceipt} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.noMatch}
      />
      <InvoiceDrawer id={invoice} onClose={() => open(undefined)} onOpen={open} />
    </>
  );
}
