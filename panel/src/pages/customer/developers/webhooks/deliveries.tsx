import type { Webhook } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Pager } from '#parts/data-table/pager.tsx';
import { Failure } from '#parts/failure.tsx';
import { FilterSelect, Filters } from '#parts/filters.tsx';
import { changeSearch } from '#parts/list-search.ts';
import classes from './deliveries.module.css';
import { DeliveryList } from './delivery-list.tsx';
import { DeliveryView } from './delivery-view.tsx';
import { EVENT_TYPES } from './events.ts';
import { useDeliveries } from './queries.ts';
import { DELIVERY_STATUSES, texts } from './texts.ts';

const route = getRouteApi('/frame/developers/webhooks/$id');

/** Shows list and details side by side; on phones one at a time. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { delivery: chosen, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const deliveries = useDeliveries(webhook.id, filters);
  const change = (next: Partial<typeof filters>) => void navigate({ search: (before) => changeSearch(before, next) });
  const shown = deliveries.data?.data.find(({ id }) => id === chosen) ?? deliveries.data?.data[0];
  return (
    <section aria-label={texts.deliveries}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.deliveries}</Title>
      </Group>
      <Filters>
        <FilterSelect
          label={texts.status}
          value={filters.status}
          options={Object.entries(DELIVERY_STATUSES).map(([value, { label }]) => ({ value, label }))}
          onChange={(status) => change({ status })}
        />
        <FilterSelect
          label={t`Event`}
          value={filters.event}
          options={EVENT_TYPES.map((value) => ({ value, label: value }))}
          onChange={(event) => change({ event })}
        />
      </Filters>
      {deliveries.error && !deliveries.data ? (
        <Failure error={deliveries.error} retrying={deliveries.isFetching} onRetry={() => void deliveries.refetch()} />
      ) : (
        <Paper className={classes.sides} data-chosen={chosen !== undefined || undefined}>
          <div className={classes.list}>
            <DeliveryList
              deliveries={deliveries.data?.data}
              chosen={shown?.id}
              filtered={filters.status !== undefined || filters.event !== undefined}
            />
          </div>
          <div className={classes.viewer}>
            <Anchor component="button" className={classes.back} onClick={() => void navigate({ search: filters })}>
              <Trans>All deliveries</Trans>
            </Anchor>
            {shown ? (
              <DeliveryView key={shown.id} webhook={webhook} delivery={shown} />
            ) : (
              <Text p="lg" c="dimmed">
                {texts.chooseDelivery}
              </Text>
            )}
          </div>
        </Paper>
      )}
      <Pager meta={deliveries.data?.meta} onPage={(page) => change({ page })} />
    </section>
  );
}
