import { defineStaffList, type Query, sql } from '@hostler/database';
import type { FailureSource, FoundFailure } from '#kernel/failure-source.ts';
import type { SubscriptionRow } from '../store.ts';
import { pauseAfter } from './delivery.ts';

type FailedOrder = Pick<SubscriptionRow, 'id' | 'name' | 'delivery_failure' | 'delivery_attempts'> & {
  account_id: number;
  retry_at: number;
};

const COLUMNS = 'account_id, id, name, delivery_failure, delivery_attempts, retry_at';
/** Condition for orders that wait for the next attempt. */
const FAILED = 'retry_at is not null and deliver_by is not null and delivery_attempts > 0';

const listFailed = defineStaffList<FailedOrder>({
  select: `select ${COLUMNS} from subscriptions`,
  where: FAILED,
  searched: ['name', 'delivery_failure'],
  filters: { since: 'retry_at >= :since' },
});
const FIND = sql<{ id: number }, FailedOrder>(`select ${COLUMNS} from subscriptions where id = :id and ${FAILED}`);

/** Lists paid orders whose server could not be created. */
export function orderFailures(retryOrder: (id: number) => Query<unknown>): FailureSource {
  return {
    kind: 'billing',
    part: 'delivery',

    *list({ since, ...request }) {
      return (yield* listFailed(request, { since })).map(view);
    },

    *retry(id) {
      if (!(yield* FIND.one({ id }))) return undefined;
      yield* retryOrder(id);
      return `Queued the creation of the server of subscription ${id} again.`;
    },
  };
}

function view(order: FailedOrder): FoundFailure {
  return {
    cursor: order.id,
    id: order.id,
    account_id: order.account_id,
    what: `delivery of subscription ${order.id} (${order.name})`,
    reason: order.delivery_failure ?? 'The reason is not known.',
    failed_at: order.retry_at - pauseAfter(order.delivery_attempts),
    instead: null,
  };
}
