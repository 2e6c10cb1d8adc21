import { type Query, sql } from '@hostler/database';
import type { Due, Place } from '../run/step.ts';

const SETTLED = sql<{ time: number; id: number; limit: number }, Due>(
  `select s.account_id as "accountId", s.invoice_id as id, i.due_at as time
   from (select account_id, invoice_id from billing_suspensions union select account_id, invoice_id from billing_pauses) as s
   join invoices as i on i.id = s.invoice_id
   where i.status in ('paid', 'cancelled') and i.due_at >= :time and (i.due_at > :time or i.id > :id)
   order by time, id limit :limit`,
);

/** Lists settled invoices, such as credited or written-off ones, that still keep a subscription suspended. */
export function listSettled({ time, id }: Place, limit: number): Query<Due[]> {
  return SETTLED.all({ time, id, limit });
}

const SINCE = sql<{ until: number; time: number; id: number; limit: number }, Due>(
  `select account_id as "accountId", subscription_id as id, since as time from billing_suspensions
   where since <= :until and since >= :time and (since > :time or subscription_id > :id)
   union
   select account_id, subscription_id, since from billing_pauses
   where since <= :until and since >= :time and (since > :time or subscription_id > :id)
   order by time, id limit :limit`,
);

/** Lists subscriptions suspended at `until` or earlier. */
export function listSuspendedSince(until: number, { time, id }: Place, limit: number): Query<Due[]> {
  return SINCE.all({ until, time, id, limit });
}
