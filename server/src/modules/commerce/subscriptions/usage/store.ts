import { later, type NewRow, nullable, number, type Query, type Row, sql, table } from '@hostler/database';

/** Spans in which a server was billed by the hour, with their rate. */
const uses = table(
  'subscription_uses',
  {
    id: number(),
    subscription_id: number(),
    started_at: number(),
    /** Null while in use. */
    ended_at: later(number()),
    rate: number(),
    monthly_cap: nullable(number()),
  },
  { hidden: { account_id: number() } },
);
export type UseRow = Row<typeof uses>;

interface Of {
  account_id: number;
  subscription_id: number;
}

/** Uses that overlap the span. */
const WITHIN = sql<Of & { start: number; end: number }, UseRow>(
  `select ${uses.columns} from subscription_uses
   where account_id = :account_id and subscription_id = :subscription_id
     and started_at < :end and (ended_at is null or ended_at > :start)
   order by started_at, id`,
);
const OF_ACCOUNT = sql<{ account_id: number; start: number; end: number }, UseRow>(
  `select ${uses.columns} from subscription_uses
   where account_id = :account_id and started_at < :end and (ended_at is null or ended_at > :start)
   order by started_at, id`,
);
const LAST = sql<Of, UseRow>(
  `select ${uses.columns} from subscription_uses
   where account_id = :account_id and subscription_id = :subscription_id order by started_at desc, id desc limit 1`,
);
const END = sql<{ account_id: number; id: number; ended_at: number }>(
  'update subscription_uses set ended_at = :ended_at where account_id = :account_id and id = :id and ended_at is null',
);

export function insertUse(accountId: number, use: NewRow<typeof uses>): Query<UseRow> {
  return uses.insert(use, { account_id: accountId });
}

export function listUsesWithin(
  accountId: number,
  subscriptionId: number,
  { start, end }: { start: number; end: number },
): Query<UseRow[]> {
  return WITHIN.all({ account_id: accountId, subscription_id: subscriptionId, start, end });
}

/** Lists uses of all subscriptions of an account that overlap the span. */
export function listUsesOfAccount(accountId: number, { start, end }: { start: number; end: number }): Query<UseRow[]> {
  return OF_ACCOUNT.all({ account_id: accountId, start, end });
}

export function findLastUse(accountId: number, subscriptionId: number): Query<UseRow | undefined> {
  return LAST.one({ account_id: accountId, subscription_id: subscriptionId });
}

export function* endUse(accountId: number, id: number, endedAt: number): Query<void> {
  yield* END.run({ account_id: accountId, id, ended_at: endedAt });
}
