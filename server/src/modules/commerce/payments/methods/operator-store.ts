import { type Query, sql } from '@hostler/database';

interface OwnedSetup {
  account_id: number;
  id: number;
  driver: string;
  setup: string | null;
  created_at: number;
}

const PENDING = sql<{ limit: number }, OwnedSetup>(
  `select account_id, id, driver, setup, created_at from payment_methods where status = 'pending' order by id limit :limit`,
);
const OWNER = sql<{ driver: string; key: string; reference: string }, { account_id: number }>(
  `select account_id from payment_methods where key = :key
   union all select account_id from payment_methods where driver = :driver and reference = :reference limit 1`,
);

/** Lists unfinished setups of all accounts. */
export function listSetups(limit: number): Query<OwnedSetup[]> {
  return PENDING.all({ limit });
}

export function* findMethodOwner(driver: string, key: string | null, reference: string): Query<number | undefined> {
  return (yield* OWNER.one({ driver, key: key ?? '', reference }))?.account_id;
}
