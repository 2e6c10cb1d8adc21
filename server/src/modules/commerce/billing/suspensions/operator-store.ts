import { type Query, sql } from '../../../../kernel/db/query.ts';
import type { Due, Place } from '../run/step.ts';

const SETTLED = sql<{ time: number; id: number; limit: number }, Due>(
  `select distinct s.account_id as "accountId", s.invoice_id as id, i.due_at as time
   from billing_suspensions as s join invoices as i on i.id = s.invoice_id
   where i.status in ('paid', 'cancelled') and i.due_at >= :time and (i.due_at > :time or i.id > :id)
   order by time, id limit :limit`,
);

/** Invoices that keep a server off though there is nothing to pay any more: credited or given up. */
export function listSettled({ time, id }: Place, limit: number): Query<Due[]> {
  return SETTLED.all({ time, id, limit });
}

const SINCE = sql<{ until: number; time: number; id: number; limit: number }, Due>(
  `select distinct account_id as "accountId", subscription_id as id, since as time from billing_suspensions
   where since <= :until and since >= :time and (since > :time or subscription_id > :id)
   order by time, id limit :limit`,
);

/** Subscriptions whose server has been off since then, or longer. */
export function listSuspendedSince(until: number, { time, id }: Place, limit: number): Query<Due[]> {
  return SINCE.all({ until, time, id, limit });
}
