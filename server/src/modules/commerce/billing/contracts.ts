import { type Query, sql } from '@hostler/database';
import type { Subscriptions } from '../subscriptions/index.ts';

const DUE = sql<{ account_id: number }, { currency: string; due: number }>(
  `select currency, cast(sum(total - amount_paid - amount_credited - amount_written_off) as bigint) as due from invoices
   where account_id = :account_id and type = 'invoice' and status in ('unpaid', 'overdue')
   group by currency order by currency`,
);
const RUNNING = sql<{ account_id: number }, { id: number }>(
  `select id from subscriptions where account_id = :account_id and status <> 'cancelled' order by id`,
);

/** The contracts of an account, for the end of the account. */
export function createContracts({ subscriptions }: { subscriptions: Pick<Subscriptions, 'cancel'> }) {
  return {
    *listDue(accountId: number): Query<{ currency: string; due: number }[]> {
      return (yield* DUE.all({ account_id: accountId })).filter(({ due }) => due > 0);
    },
    *listRunning(accountId: number): Query<number[]> {
      return (yield* RUNNING.all({ account_id: accountId })).map(({ id }) => id);
    },
    *cancel(accountId: number, id: number, now: number): Query<void> {
      yield* subscriptions.cancel(accountId, id, true, now);
    },
  };
}
