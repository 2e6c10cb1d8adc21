import { type Query, sql } from '@hostler/database';
import type { Due, Place } from '../run/step.ts';

const DUE = sql<{ at: number; time: number; id: number; limit: number }, Due>(
  `select account_id as "accountId", invoice_id as id, next_at as time from billing_dunning
   where next_at is not null and next_at <= :at and next_at >= :time and (next_at > :time or invoice_id > :id)
   order by next_at, invoice_id limit :limit`,
);

/** Lists invoices of all customers with a dunning step due. */
export function listDunningDueBy(at: number, { time, id }: Place, limit: number): Query<Due[]> {
  return DUE.all({ at, time, id, limit });
}
