import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { statusColumn } from '#operator/resource-list.tsx';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import { SUBSCRIPTION_STATUSES } from '#resources/billing/texts.ts';
import { STATUSES } from '#resources/servers/texts.ts';
import classes from '../detail.module.css';
import { ListSection } from '../list-section.tsx';
import { useCustomer } from '../queries.ts';
import { ResourceCounts } from '../resource-counts.tsx';
import { texts } from '../texts.ts';

const route = getRouteApi('/operator/customers/$id');

interface Server {
  readonly id: number;
  readonly hostname: string;
  readonly status: string;
  readonly plan: string | null;
  readonly ipv4: readonly string[];
}

interface Subscription {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly price: number;
  readonly currency: string;
  readonly current_period_end: string;
}

export function ResourcesTab() {
  const id = Number(route.useParams().id);
  const { data: account } = useCustomer(id);
  if (!account) return <Skeleton height={240} />;
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <ListSection<Server>
          title={texts.servers}
          path="/hosting"
          account={id}
          url={`/operator/servers?account=${id}`}
          rowUrl={(server) => `/operator/servers/${server.id}`}
          columns={[
            { key: 'host', title: texts.host, render: ({ hostname }) => hostname },
            statusColumn(STATUSES),
            { key: 'plan', title: texts.plan, width: 130, from: 'md', render: ({ plan }) => plan },
            { key: 'address', title: texts.address, width: 150, render: ({ ipv4 }) => ipv4[0] },
          ]}
          empty={texts.noServers}
        />
        <ListSection<Subscription>
          title={texts.subscriptions}
          path="/subscriptions"
          account={id}
          url={`/operator/subscriptions?account=${id}`}
          columns={[
            { key: 'name', title: texts.name, render: ({ name }) => name },
            statusColumn(SUBSCRIPTION_STATUSES),
            {
              key: 'price',
              title: texts.price,
              width: 130,
              align: 'end',
              render: ({ price, currency }) => <Money amount={price} currency={currency} />,
            },
            {
              key: 'end',
              title: texts.renews,
              width: 150,
              align: 'end',
              render: ({ current_period_end }) => <Moment at={current_period_end} />,
            },
          ]}
          empty={texts.noSubscriptions}
        />
      </div>
      <div className={classes.column}>
        <ResourceCounts account={account} />
      </div>
    </div>
  );
}
