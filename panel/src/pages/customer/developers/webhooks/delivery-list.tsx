import type { WebhookDelivery } from '@hostler/sdk';
import { plural } from '@lingui/core/macro';
import { Badge, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Moment } from '#parts/moment.tsx';
import { Status } from '#parts/status.tsx';
import classes from './delivery-list.module.css';
import { DELIVERY_STATUSES, texts } from './texts.ts';

interface DeliveryListProps {
  readonly deliveries: readonly WebhookDelivery[] | undefined;
  readonly chosen: number | undefined;
  readonly filtered: boolean;
}

/** Lists event, time, status and attempt. Each row is a link that can be shared. */
export function DeliveryList({ deliveries, chosen, filtered }: DeliveryListProps) {
  if (deliveries?.length === 0) {
    return (
      <Text p="lg" c="dimmed" ta="center">
        {filtered ? texts.noDeliveriesMatch : texts.noDeliveries}
      </Text>
    );
  }
  return (
    <ul className={classes.list} aria-label={texts.deliveries}>
      {deliveries
        ? deliveries.map((delivery) => <Entry key={delivery.id} delivery={delivery} current={delivery.id === chosen} />)
        : [1, 2, 3, 4, 5].map((key) => (
            <li key={key} className={classes.skeleton} aria-hidden="true">
              <Skeleton height={12} width="60%" mb={10} />
              <Skeleton height={10} width="40%" />
            </li>
          ))}
    </ul>
  );
}

function Entry({ delivery, current }: { delivery: WebhookDelivery; current: boolean }) {
  const { label, tone } = DELIVERY_STATUSES[delivery.status];
  const attempts = delivery.attempts.length;
  return (
    <li>
      <Link
        from="/developers/webhooks/$id"
        to="."
        search={(before) => ({ ...before, delivery: delivery.id })}
        className={classes.entry}
        aria-current={current}
        resetScroll={false}
      >
        <span className={classes.event}>
          {delivery.event}{' '}
          {delivery.is_test && (
            <Badge size="xs" color="gray">
              {texts.testMark}
            </Badge>
          )}
        </span>
        <span className={classes.status}>
          <Status tone={tone}>{label}</Status>
        </span>
        <span className={classes.time}>
          <Moment at={delivery.created_at} />
        </span>
        <span className={classes.attempts}>{plural(attempts, { one: '# attempt', other: '# attempts' })}</span>
      </Link>
    </li>
  );
}
