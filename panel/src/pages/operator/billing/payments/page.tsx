import { Button } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountSelect } from '#operator/account-select.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { DayFilter, toMoment } from '#operator/day-filter.tsx';
import { MONEY, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { PAYMENT_STATUSES, PaymentStatus } from '#operator/payment-status.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { nameMethod } from '#resources/billing/methods/names.ts';
import { usePayments } from '../queries.ts';
import { BillingSections } from '../sections.tsx';
import { texts as common } from '../texts.ts';
import { PaymentDrawer } from './payment-drawer.tsx';
import { RecordPayment } from './record-payment.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/billing/payments');

export function PaymentsPage() {
  const { payment, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => changeSearch(before, { payment: id, page: before.page }) });
  const { from, until, ...rest } = search;
  const filters = { ...rest, created_from: toMoment(from), created_before: toMoment(until, 1) };
  const payments = usePayments(filters);
  const isMoney = useHasRole()(MONEY);
  const [recording, setRecording] = useState(false);
  return (
    <>
      <PageTitle title={texts.title} count={payments.data?.meta.total ?? null}>
        <OperatorCode call={() => ({ path: '/payments', query: filters })} />
        <CsvButton path="/payments" filters={filters} />
        {isMoney && <Button onClick={() => setRecording(true)}>{texts.record}</Button>}
      </PageTitle>
      <BillingSections />
      <ListFilters
        words={{ search: texts.search, status: common.anyStatus }}
        statuses={PAYMENT_STATUSES}
        value={search}
        onChange={change}
      >
        <AccountSelect label={texts.customer} value={search.account} onChange={(account) => change({ account })} />
        <DayFilter label={common.from} value={from} onChange={(day) => change({ from: day })} />
        <DayFilter label={common.until} value={until} onChange={(day) => change({ until: day })} />
      </ListFilters>
      <DataTable
        label={texts.title}
        query={payments}
        rows={payments.data?.data}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(String(id))}
        columns={[
          {
            key: 'customer',
            title: texts.customer,
            render: ({ account_name, account_id }) => account_name ?? account_id,
          },
          {
            key: 'method',
            title: texts.method,
            width: 140,
            card: 'line',
            render: ({ method }) => nameMethod(method),
          },
          {
            key: 'reference',
            title: texts.reference,
            from: 'lg',
            card: 'none',
            render: ({ failure, reference }) => failure ?? reference,
          },
          {
            key: 'status',
            title: common.status,
            width: 130,
            card: 'line',
            render: ({ status }) => <PaymentStatus status={status} />,
          },
          {
            key: 'created',
            title: texts.created,
            sortBy: 'created_at',
            width: 150,
            from: 'md',
            card: 'line',
            render: ({ received_at, created_at }) => <Moment at={received_at ?? created_at} />,
          },
          {
            key: 'amount',
            title: texts.amount,
            width: 130,
            align: 'end',
            card: 'beside',
            render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
        ]}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: payments.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconCreditCard} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.noMatch}
      />
      <PaymentDrawer id={payment} onClose={() => open(undefined)} />
      {recording && <RecordPayment onClose={() => setRecording(false)} />}
    </>
  );
}
