import type { Subscription } from '@hostler/sdk';
import { Anchor, Menu, Title } from '@mantine/core';
import { IconCreditCard, IconX } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '../../parts/data-table/columns.ts';
import { DataTable } from '../../parts/data-table/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Money } from '../../parts/money.tsx';
import { Status } from '../../parts/status.tsx';
import { useMay } from '../../session/place-context.tsx';
import { CancelSubscription } from './cancel-subscription.tsx';
import { Day } from './day.tsx';
import { useSubscriptions } from './queries.ts';
import { PERIODS, SUBSCRIPTION_STATUSES, texts } from './texts.ts';

const COLUMNS: readonly Column<Subscription>[] = [
  { key: 'name', title: texts.product, render: ({ name }) => name },
  {
    key: 'server',
    title: texts.server,
    width: '110px',
    from: 'md',
    card: 'none',
    render: ({ hosting_id }) =>
      hosting_id !== null && (
        <Anchor component={Link} to={`/servers/${hosting_id}`} size="sm" inherit>
          #{hosting_id}
        </Anchor>
      ),
  },
  {
    key: 'price',
    title: texts.price,
    width: '170px',
    render: ({ price, currency, billing_period }) => (
      <>
        <Money amount={price} currency={currency} /> {PERIODS[billing_period]}
      </>
    ),
  },
  { key: 'next', title: texts.next, width: '200px', render: (subscription) => <Next {...subscription} /> },
  {
    key: 'status',
    title: texts.status,
    width: '140px',
    card: 'beside',
    render: ({ status }) => (
      <Status tone={SUBSCRIPTION_STATUSES[status].tone}>{SUBSCRIPTION_STATUSES[status].label}</Status>
    ),
  },
];

/** What happens next, and when. */
function Next({ cancelled_at, cancel_at_period_end, current_period_end }: Subscription) {
  if (cancelled_at !== null) return <Day at={cancelled_at} before={texts.ended} />;
  return <Day at={current_period_end} before={cancel_at_period_end ? texts.ends : texts.renews} />;
}

const route = getRouteApi('/frame/billing');

export function Subscriptions() {
  const { subscriptions: page, ...rest } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const subscriptions = useSubscriptions(page);
  const [cancelling, setCancelling] = useState<Subscription | null>(null);
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
        {...(may('billing.write')
          ? {
              rowMenu: (subscription: Subscription) => (
                <Menu.Item
                  color="red"
                  leftSection={<IconX size={16} />}
                  disabled={subscription.status === 'cancelled'}
                  onClick={() => setCancelling(subscription)}
                >
                  {texts.cancel}
                </Menu.Item>
              ),
            }
          : {})}
        pager={{
          // A handful needs no line that counts them.
          meta: (subscriptions.data?.meta.last_page ?? 1) > 1 ? subscriptions.data?.meta : undefined,
          onPage: (next) => void navigate({ search: { ...rest, ...(next > 1 ? { subscriptions: next } : {}) } }),
        }}
        empty={
          <EmptyState icon={IconCreditCard} text={texts.noSubscriptions} call={{ operation: 'subscriptions.list' }} />
        }
      />
      {cancelling && <CancelSubscription subscription={cancelling} onClose={() => setCancelling(null)} />}
    </section>
  );
}
