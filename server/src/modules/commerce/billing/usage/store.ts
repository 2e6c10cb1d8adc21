import { type Query, sql } from '@hostler/database';

/** The usage check of an account with hourly servers. */
export interface UsageCheckRow {
  /** When the run checks it next. */
  check_at: number;
  /** No suspension before this time, because the servers ran before the rule existed. */
  grace_until: number;
  /** The highest percentage reported by mail. 0 is none. */
  level: number;
  /** When the warning was sent that a suspension requires. */
  warned_at: number | null;
}

type Owned = { account_id: number };

const FIND = sql<Owned, UsageCheckRow>(
  'select check_at, grace_until, level, warned_at from usage_checks where account_id = :account_id',
);
const INSERT = sql<Owned & UsageCheckRow>(
  `insert into usage_checks (account_id, check_at, grace_until, level, warned_at)
   values (:account_id, :check_at, :grace_until, :level, :warned_at) on conflict (account_id) do nothing`,
);
const CHANGE = sql<Owned & UsageCheckRow>(
  `update usage_checks set check_at = :check_at, grace_until = :grace_until, level = :level, warned_at = :warned_at
   where account_id = :account_id`,
);
const REMOVE = sql<Owned>('delete from usage_checks where account_id = :account_id');
const FIRST_USE = sql<Owned, { started_at: number }>(
  'select started_at from subscription_uses where account_id = :account_id and ended_at is null order by started_at limit 1',
);

export function findUsageCheck(accountId: number): Query<UsageCheckRow | undefined> {
  return FIND.one({ account_id: accountId });
}

/** Does nothing if the account has a check already. */
export function* insertUsageCheck(accountId: number, row: UsageCheckRow): Query<void> {
  yield* INSERT.run({ account_id: accountId, ...row });
}

export function* changeUsageCheck(accountId: number, row: UsageCheckRow): Query<void> {
  yield* CHANGE.run({ account_id: accountId, ...row });
}

export function* removeUsageCheck(accountId: number): Query<void> {
  yield* REMOVE.run({ account_id: accountId });
}

/** Returns when the oldest running hourly server was started, or undefined if there is none. */
export function* findOldestUse(accountId: number): Query<number | undefined> {
  return (yield* FIRST_USE.one({ account_id: accountId }))?.started_at;
}
