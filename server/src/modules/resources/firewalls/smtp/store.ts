import { type Query, sql } from '@hostler/database';

const FIND = sql<{ account_id: number }, { allowed: number }>(
  'select allowed from account_smtp where account_id = :account_id',
);
const SET = sql<{ account_id: number; allowed: number; now: number }>(
  `insert into account_smtp (account_id, allowed, changed_at) values (:account_id, :allowed, :now)
   on conflict (account_id) do update set allowed = :allowed, changed_at = :now`,
);

/** Returns whether staff allowed outgoing mail; undefined without a decision. */
export function* findSmtp(accountId: number): Query<boolean | undefined> {
  const row = yield* FIND.one({ account_id: accountId });
  return row && row.allowed === 1;
}

export function* setSmtp(accountId: number, allowed: boolean, now: number): Query<void> {
  yield* SET.run({ account_id: accountId, allowed: allowed ? 1 : 0, now });
}
