import { Menu } from '@mantine/core';
import { IconArrowsExchange, IconPlayerPlay, IconRefresh, IconRepeat, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountSelect } from '#operator/account-select.tsx';
import { BulkActions } from '#operator/bulk-actions.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { MONEY, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { useSelection } from '#operator/selection.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { formatMoney } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Day } from '#resources/billing/day.tsx';
import { SubscriptionStatus } from '#resources/billing/subscription-status.tsx';
import { PERIODS, SUBSCRIPTION_STATUSES } from '#resources/billing/texts.ts';
import { type StaffSubscription, TOUCHED, usePlans, useSubscriptions } from './queries.ts';
import { canCancel, canChange, canResume, type Doing, SubscriptionCommand } from './subscription-command.tsx';
import { SubscriptionDrawer } from './subscription-drawer.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/subscriptions');

export function SubscriptionsPage() {
  const { subscription, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => changeSearch(before, { subscription: id, page: before.page }) });
  const filters = { ...search };
  const subscriptions = useSubscriptions(filters);
  const chosen = useSelection(subscriptions.data?.data);
  const plans = usePlans();
  const isMoney = useHasRole()(MONEY);
  const [doing, setDoing] = useState<Doing>(null);
  const options = plans.data?.data.map(({ name }) => ({ value: name, label: name })) ?? [];
  return (
    <>
      <PageTitle title={texts.title} count={subscriptions.data?.meta.total ?? null}>
        <OperatorCode call={() => ({ path: '/subscriptions', query: filters })} />
        <CsvButton path="/subscriptions" filters={filters} />
      </PageTitle>
      <ListFilters
        words={{ search: texts.search, status: texts.anyStatus }}
        statuses={SUBSCRIPTION_STATUSES}
        value={search}
        onChange={change}
      >
        <FilterSelect
          label={texts.anyPlan}
          value={search.plan}
          options={options}
          onChange={(plan) => change({ plan })}
        />
        <AccountSelect label={texts.customer} value={search.account} onChange={(account) => change({ account })} />
        <BulkActions
          items={chosen.rows.map(({ id, name }) => ({ id, name }))}
          actions={[
            { label: texts.retry, path: '/subscriptions/retry', text: texts.retryText },
            { label: texts.resume, path: '/subscriptions/resume', text: texts.resumeAllText },
            { label: texts.cancel, path: '/subscriptions/cancel', text: texts.cancelAllText, destructive: true },
          ]}
          touches={TOUCHED}
          onDone={chosen.clear}
        />
      </ListFilters>
      <DataTable
        label={texts.title}
        query={subscriptions}
        rows={subscriptions.data?.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={({ id }) => open(String(id))}
        columns={[
          { key: 'name', title: texts.name, render: ({ name }) => name },
          { key: 'customer', title: texts.customer, card: 'line', render: ({ account_name }) => account_name },
          {
            key: 'status',
            title: texts.status,
            width: 180,
            card: 'line',
            render: (row) => <SubscriptionStatus {...row} />,
          },
          { key: 'next', title: texts.next, width: 150, from: 'lg', card: 'none', render: NextOf },
          {
            key: 'price',
            title: texts.price,
            width: 170,
            align: 'end',
            card: 'beside',
            render: ({ price, currency, billing_period }) =>
              `${formatMoney(price, currency)} ${PERIODS[billing_period]}`,
          },
        ]}
        {...(isMoney
          ? {
              selection: chosen.selection,
              rowMenu: (row: StaffSubscription) => (
                <>
                  <Menu.Item
                    disabled={!canChange(row)}
                    leftSection={<IconArrowsExchange size={16} />}
                    onClick={() => setDoing({ what: 'change', subscription: row })}
                  >
                    {texts.change}
                  </Menu.Item>
                  {canResume(row) && (
                    <Menu.Item
                      leftSection={<IconPlayerPlay size={16} />}
                      onClick={() => setDoing({ what: 'resume', subscription: row })}
                    >
                      {texts.resume}
                    </Menu.Item>
                  )}
                  {row.status === 'pending' && (
                    <Menu.Item
                      leftSection={<IconRefresh size={16} />}
                      onClick={() => setDoing({ what: 'retry', subscription: row })}
                    >
                      {texts.retry}
                    </Menu.Item>
                  )}
                  <Menu.Item
                    color="red"
                    disabled={!canCancel(row)}
                    leftSection={<IconX size={16} />}
                    onClick={() => setDoing({ what: 'cancel', subscription: row })}
                  >
                    {texts.cancel}
                  </Menu.Item>
                </>
              ),
            }
          : {})}
        pager={{ meta: subscriptions.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconRepeat} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.noMatch}
      />
      <SubscriptionDrawer id={subscription} onClose={() => open(undefined)} />
      <SubscriptionCommand doing={doing} onClose={() => setDoing(null)} />
    </>
  );
}

function NextOf({ ends_at, next_invoice_at }: StaffSubscription) {
  if (ends_at) return <Day at={ends_at} say={texts.endsOn} />;
  return next_invoice_at ? <Day at={next_invoice_at} /> : null;
}
