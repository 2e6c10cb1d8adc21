import type { Subscription } from '@hostler/sdk';
import { Anchor, Title } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { changeSearch, type ListSearch } from '../../../parts/list-search.ts';
import { Money } from '../../../parts/money.tsx';
import { CancelSubscription } from '../../../resources/billing/cancel-subscription.tsx';
import { ChangePlan } from '../../../resources/billing/change/change-plan.tsx';
import { NextOf } from '../../../resources/billing/next-of.tsx';
import { useSubscriptions } from '../../../resources/billing/queries.ts';
import { SubscriptionStatus } from '../../../resources/billing/subscription-status.tsx';
import { PERIODS, texts } from '../../../resources/billing/texts.ts';
import { OrderServer } from '../../../resources/servers/order-server.tsx';
import { useMay } from '../../../session/place-context.tsx';
import type { BillingSearch } from './billing-search.ts';
import { SubscriptionMenu } from './subscription-menu.tsx';

const COLUMNS: readonly Column<Subscription>[] = [
  { key: 'name', title: texts.product, sortBy: 'name', render: (subscription) => <ProductName {...subscription} /> },
  {
    key: 'price',
    title: texts.price,
    width: 170,
    render: ({ price, currency, billing_period }) => (
      <>
        <Money amount={price} currency={currency} /> {PERIODS[billing_period]}
      </>
    ),
  },
  {
    key: 'next',
    title: texts.next,
    sortBy: 'current_period_end',
    width: 280,
    render: (subscription) => <NextOf {...subscription} />,
  },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 180,
    card: 'beside',
    render: (subscription) => <SubscriptionStatus {...subscription} />,
  },
];

/** Shows the product and links to its server, if it has one. */
function ProductName({ name, hosting_id }: Subscription) {
  const may = useMay();
  if (hosting_id === null || !may('hosting.read')) return name;
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/servers/$id" params={{ id: String(hosting_id) }} />}>
      {name}
    </Anchor>
  );
}

const route = getRouteApi('/frame/billing');

/** Changes the part of the address that belongs to this list. The invoices keep their page. */
function changeSubscriptions(before: BillingSearch, { page, sort_by, sort }: ListSearch): BillingSearch {
  return changeSearch(before, {
    page: before.page,
    subscriptions: page === 1 ? undefined : page,
    subscriptions_by: sort_by,
    subscriptions_sort: sort,
  });
}

export function Subscriptions() {
  const { subscriptions: page, subscriptions_by: sort_by, subscriptions_sort: sort } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const subscriptions = useSubscriptions({ page, sort_by, sort });
  const [doing, setDoing] = useState<{ what: 'change' | 'cancel'; subscription: Subscription } | null>(null);
  const stop = () => setDoing(null);
  const change = (next: ListSearch) => void navigate({ search: (before) => changeSubscriptions(before, next) });
  return (
    <section aria-label={texts.subscriptions}>
      <Title order={2} mb="sm">
        {texts.subscriptions}
      </Title>
      <DataTable
        label={texts.subscriptions}
        query={subscriptions}
        rows={subscriptions.data?.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={COLUMNS}
        {...(may('billing.write') && {
          rowMenu: (subscription: Subscription) => (
            <SubscriptionMenu subscription={subscription} onDo={(what) => setDoing({ what, subscription })} />
          ),
        })}
        sorting={{ value: { sort_by, sort }, onChange: change }}
        pager={{
          // A single page needs no pager.
          meta: (subscriptions.data?.meta.last_page ?? 1) > 1 ? subscriptions.data?.meta : undefined,
          onPage: (next) => change({ page: next, sort_by, sort }),
        }}
        empty={
          <EmptyState icon={IconCreditCard} text={texts.noSubscriptions} call={{ operation: 'subscriptions.list' }}>
            <OrderServer />
          </EmptyState>
        }
      />
      {doing?.what === 'change' && <ChangePlan subscription={doing.subscription} onClose={stop} />}
      {doing?.what === 'cancel' && <CancelSubscription subscription={doing.subscription} onClose={stop} />}
    </section>
  );
}
