import { later, type NewRow, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';

/** Spans in which a server had an extra address, with its price. The span of a removed address is kept. */
const addresses = table('subscription_addresses', {
  id: number(),
  account_id: number(),
  subscription_id: number(),
  hosting_id: number(),
  address: text(),
  /** Per calendar month in minor units, as it was when the address was added. */
  price: number(),
  currency: text(),
  /** 1 if the price includes tax. */
  tax_included: number(),
  started_at: number(),
  /** Null while the server has the address. */
  ended_at: later(number()),
  /** 1 if the span ended because the subscription was suspended. The next span begins when that is lifted. */
  paused: number(),
  /** Beginning of the part that is not billed yet. Null if all is billed, or the machine does not have the address yet. */
  bill_from: nullable(number()),
});
export type ExtraAddressRow = Row<typeof addresses>;
export type NewExtraAddressRow = NewRow<typeof addresses>;

interface OfHosting {
  account_id: number;
  hosting_id: number;
}

const SELECT = `select ${addresses.columns} from subscription_addresses`;
const OPEN_OF_ACCOUNT = sql<{ account_id: number }, ExtraAddressRow>(
  `${SELECT} where account_id = :account_id and ended_at is null order by id`,
);
const END_ONE = sql<OfHosting & { address: string; at: number }>(
  `update subscription_addresses set ended_at = coalesce(ended_at, case when started_at > :at then started_at else :at end), paused = 0
   where account_id = :account_id and hosting_id = :hosting_id and address = :address
     and (ended_at is null or paused = 1)`,
);
const END_ALL = sql<OfHosting & { at: number }>(
  `update subscription_addresses set ended_at = coalesce(ended_at, case when started_at > :at then started_at else :at end), paused = 0
   where account_id = :account_id and hosting_id = :hosting_id and (ended_at is null or paused = 1)`,
);
const PAUSE = sql<{ account_id: number; subscription_id: number; at: number }>(
  `update subscription_addresses set ended_at = case when started_at > :at then started_at else :at end, paused = 1
   where account_id = :account_id and subscription_id = :subscription_id and ended_at is null`,
);
const RESUME = sql<{ account_id: number; subscription_id: number }, ExtraAddressRow>(
  `update subscription_addresses set paused = 0
   where account_id = :account_id and subscription_id = :subscription_id and paused = 1
   returning ${addresses.columns}`,
);
const CANCEL = sql<OfHosting & { address: string }>(
  `delete from subscription_addresses where id = (
     select max(id) from subscription_addresses
     where account_id = :account_id and hosting_id = :hosting_id and address = :address)`,
);
const BEGIN = sql<OfHosting & { address: string; at: number }>(
  `update subscription_addresses set started_at = :at, bill_from = :at
   where account_id = :account_id and hosting_id = :hosting_id and address = :address
     and ended_at is null and bill_from is null`,
);
const RECENT = sql<OfHosting & { since: number }, { count: number }>(
  `select count(*) as count from subscription_addresses
   where account_id = :account_id and hosting_id = :hosting_id and started_at > :since`,
);
const LAST = sql<OfHosting & { address: string }, ExtraAddressRow>(
  `${SELECT} where account_id = :account_id and hosting_id = :hosting_id and address = :address
   order by id desc limit 1`,
);
const TO_BILL = sql<{ account_id: number; before: number }, ExtraAddressRow>(
  `${SELECT} where account_id = :account_id and bill_from is not null and bill_from < :before order by id {for update}`,
);
const MOVE = sql<{ id: number; from: number; to: number | null }>(
  'update subscription_addresses set bill_from = :to where id = :id and bill_from = :from',
);

export const insertAddress = (row: NewExtraAddressRow): Query<ExtraAddressRow> => addresses.insert(row);

/** Lists the extra addresses that an account pays for now. */
export function listOpenAddresses(accountId: number): Query<ExtraAddressRow[]> {
  return OPEN_OF_ACCOUNT.all({ account_id: accountId });
}

export function* endAddress(accountId: number, hostingId: number, address: string, at: number): Query<void> {
  yield* END_ONE.run({ account_id: accountId, hosting_id: hostingId, address, at });
}

export function* endAddresses(accountId: number, hostingId: number, at: number): Query<void> {
  yield* END_ALL.run({ account_id: accountId, hosting_id: hostingId, at });
}

export function* pauseAddresses(accountId: number, subscriptionId: number, at: number): Query<void> {
  yield* PAUSE.run({ account_id: accountId, subscription_id: subscriptionId, at });
}

/** Returns the spans that were paused. */
export function resumeAddresses(accountId: number, subscriptionId: number): Query<ExtraAddressRow[]> {
  return RESUME.all({ account_id: accountId, subscription_id: subscriptionId });
}

/** Begins the billing of an address that the machine has now. */
export function* beginAddress(accountId: number, hostingId: number, address: string, at: number): Query<void> {
  yield* BEGIN.run({ account_id: accountId, hosting_id: hostingId, address, at });
}

/** Counts the spans of a server that began since then. */
export function* countSince(accountId: number, hostingId: number, since: number): Query<number> {
  return (yield* RECENT.one({ account_id: accountId, hosting_id: hostingId, since }))?.count ?? 0;
}

/** Deletes the last span of an address. */
export function* cancelAddress(accountId: number, hostingId: number, address: string): Query<void> {
  yield* CANCEL.run({ account_id: accountId, hosting_id: hostingId, address });
}

export function findLastAddress(
  accountId: number,
  hostingId: number,
  address: string,
): Query<ExtraAddressRow | undefined> {
  return LAST.one({ account_id: accountId, hosting_id: hostingId, address });
}

/** Lists and locks the spans with a part before this time that is not billed. */
export function listUnbilledOf(accountId: number, before: number): Query<ExtraAddressRow[]> {
  return TO_BILL.all({ account_id: accountId, before });
}

/** Moves the beginning of the part that is not billed. Returns false if it was moved already. */
export function* moveBilled({ id, bill_from }: ExtraAddressRow, to: number | null): Query<boolean> {
  return bill_from !== null && (yield* MOVE.run({ id, from: bill_from, to })) > 0;
}
