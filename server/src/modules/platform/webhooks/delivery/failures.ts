import { defineStaffList, sql } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import type { FailureSource, FoundFailure } from '#kernel/failure-source.ts';
import { errors } from '../errors.ts';
import { redeliver } from './redelivery/service.ts';
import { type DeliveryRow, type LoggedAttempt, OF_TEST } from './store.ts';

interface FailedDelivery extends Pick<DeliveryRow, 'id' | 'webhook_id' | 'event' | 'event_id' | 'log' | 'created_at'> {
  account_id: number;
  status: DeliveryRow['status'];
  finished_at: number | null;
  url: string | null;
  webhook_status: string | null;
  environment: Environment | null;
}

const SELECT = `select d.id, d.account_id, d.webhook_id, d.event, d.event_id, d.status, d.log, d.created_at, d.finished_at, w.url,
  w.status as webhook_status, w.environment from webhook_deliveries as d left join webhooks as w on w.id = d.webhook_id`;

const listFailed = defineStaffList<FailedDelivery>({
  select: SELECT,
  cursor: 'd.id',
  where: `d.status = 'failed' and w.id is not null and not d.${OF_TEST}`,
  searched: ['d.event', 'w.url'],
  filters: { account_id: 'd.account_id = :account_id', since: 'd.created_at >= :since' },
});
const FIND = sql<{ id: number }, FailedDelivery>(`${SELECT} where d.id = :id`);

/** Deliveries that failed for good, of webhooks that exist. */
export const deliveryFailures: FailureSource = {
  kind: 'webhook',

  *list({ since, ...request }) {
    return (yield* listFailed(request, { since })).map(view);
  },

  *retry(id, now) {
    const delivery = yield* FIND.one({ id });
    if (!delivery) return undefined;
    const { account_id: accountId, environment, webhook_id, event, url } = delivery;
    if (environment === null) throw errors.webhook_of_delivery_removed({ webhook_id, id });
    if (delivery.status !== 'failed') {
      throw errors.delivery_not_failed({ id, status: delivery.status });
    }
    yield* redeliver({ accountId, environment }, id, now);
    return `Queued ${event} to ${url} again.`;
  },
};

function view(row: FailedDelivery): FoundFailure {
  const instead =
    row.webhook_status === 'active'
      ? null
      : `Webhook ${row.webhook_id} is ${row.webhook_status}. The customer sets it to active first.`;
  return {
    cursor: row.id,
    id: row.id,
    account_id: row.account_id,
    what: `${row.event} to ${row.url}`,
    reason: explain(JSON.parse(row.log)),
    failed_at: row.finished_at ?? row.created_at,
    instead,
  };
}

function explain(log: readonly LoggedAttempt[]): string {
  const last = log.at(-1);
  if (last?.error) return last.error.message;
  return last?.status ? `The endpoint returned ${last.status}.` : 'The reason is not known.';
}
