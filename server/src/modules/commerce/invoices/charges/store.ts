import {
  defineStaffList,
  later,
  type NewRow,
  nullable,
  number,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import type { ChargeKind } from './schemas.ts';

const charges = table(
  'charges',
  {
    id: number(),
    subscription_id: nullable(number()),
    /** Idempotency key of the item and its time. Prevents double charges. */
    key: text(),
    kind: text<ChargeKind>(),
    description: text(),
    quantity: number(),
    unit_price: number(),
    amount: number(),
    currency: text(),
    /** 1 or 0. */
    tax_included: number(),
    period_start: number(),
    period_end: number(),
    /** JSON of Explanation, with the wording of the description. */
    explanation: text(),
    due_at: number(),
    /** Null while the charge is in a draft. */
    invoice_id: later(number()),
    created_at: number(),
  },
  { hidden: { account_id: number() }, unique: 'key' },
);
export type ChargeRow = Row<typeof charges>;

/** Lines per invoice. The rest goes to the next invoice. */
export const MOST_LINES = 1_000;

const OPEN = sql<
  { account_id: number; from: number; before: number; subscription_id: number | null; limit: number },
  ChargeRow
>(
  `select ${charges.columns} from charges
   where account_id = :account_id and invoice_id is null and due_at >= :from and due_at < :before
     and (cast(:subscription_id as bigint) is null or subscription_id = :subscription_id)
   order by id limit :limit {for update}`,
);
const OPEN_BY_ID = sql<{ account_id: number; ids: string }, ChargeRow>(
  `select ${charges.columns} from charges
   where account_id = :account_id and invoice_id is null and id {in :ids} order by id {for update}`,
);
const BILL = sql<{ bills: string }>(
  `update charges set invoice_id = cast(b.value ->> 'invoice_id' as bigint) from {each :bills as b}
   where charges.id = cast(b.value ->> 'id' as bigint) and charges.account_id = cast(b.value ->> 'account_id' as bigint)
     and invoice_id is null`,
);
const DROP = sql<{ account_id: number; id: number }, ChargeRow>(
  `delete from charges where account_id = :account_id and id = :id and invoice_id is null returning ${charges.columns}`,
);
const BY_KEY = sql<{ account_id: number; key: string }, ChargeRow>(
  `select ${charges.columns} from charges where account_id = :account_id and key = :key`,
);
const UNDER_KEY = sql<{ account_id: number; subscription_id: number; key: string; below: string }, ChargeRow>(
  `select ${charges.columns} from charges
   where account_id = :account_id and subscription_id = :subscription_id and (key = :key or key like :below)
     and id >= (select coalesce(max(id), 0) from charges where account_id = :account_id
       and subscription_id = :subscription_id and (key = :key or key like :below) and kind = 'period')
   order by id`,
);
const PERIOD_BEFORE = sql<{ account_id: number; subscription_id: number; end: number }, ChargeRow>(
  `select ${charges.columns} from charges
   where account_id = :account_id and subscription_id = :subscription_id and kind = 'period' and period_start < :end
   order by period_start desc, id desc limit 1`,
);
const OF_INVOICE = sql<{ account_id: number; invoice_id: number }, ChargeRow>(
  `select ${charges.columns} from charges where account_id = :account_id and invoice_id = :invoice_id order by id`,
);
const ALL_OPEN = sql<{ account_id: number }, ChargeRow>(
  `select ${charges.columns} from charges where account_id = :account_id and invoice_id is null order by due_at, id`,
);
const COUNT_SINCE = sql<
  { account_id: number; subscription_id: number; kind: ChargeKind; since: number },
  { count: number }
>(
  `select count(*) as count from charges
   where account_id = :account_id and subscription_id = :subscription_id and kind = :kind and created_at > :since`,
);

/** Returns undefined if the key exists. */
export function insertCharge(accountId: number, charge: NewRow<typeof charges>): Query<ChargeRow | undefined> {
  return charges.insert(charge, { account_id: accountId });
}

/**
 * Takes open charges due in the given range, of one subscription or of all. The rows are locked until the transaction
 * ends.
 */
export function takeOpenCharges(
  accountId: number,
  due: { from: number; before: number; subscription_id: number | null },
): Query<ChargeRow[]> {
  return OPEN.all({ ...due, account_id: accountId, limit: MOST_LINES });
}

export function takeChargesById(accountId: number, ids: readonly number[]): Query<ChargeRow[]> {
  return OPEN_BY_ID.all({ account_id: accountId, ids: JSON.stringify(ids) });
}

/** A charge and its invoice. */
export interface Bill {
  readonly account_id: number;
  readonly id: number;
  readonly invoice_id: number;
}

export function billCharges(bills: readonly Bill[]): Query<number> {
  const accounts = [...new Set(bills.map(({ account_id }) => account_id))];
  return BILL.run({ bills: JSON.stringify(bills) }, accounts);
}

/** Deletes a charge of a draft. Invoiced charges stay. */
export function deleteOpenCharge(accountId: number, id: number): Query<ChargeRow | undefined> {
  return DROP.one({ account_id: accountId, id });
}

/** Lists the open charges of a customer for staff. */
export const listChargesForStaff = defineStaffList<ChargeRow & { account_id: number }>({
  select: `select account_id, ${charges.columns} from charges`,
  where: 'invoice_id is null',
  searched: ['description'],
});

export function listOpenCharges(accountId: number): Query<ChargeRow[]> {
  return ALL_OPEN.all({ account_id: accountId });
}

export function findChargeByKey(accountId: number, key: string): Query<ChargeRow | undefined> {
  return BY_KEY.one({ account_id: accountId, key });
}

/**
 * Lists a subscription's charges with this key or one below it: `key` itself, `key:discount`. If a period was taken back
 * and charged again, only the charges since then are listed.
 */
export function listChargesUnder(accountId: number, subscriptionId: number, key: string): Query<ChargeRow[]> {
  return UNDER_KEY.all({ account_id: accountId, subscription_id: subscriptionId, key, below: `${key}:%` });
}

/**
 * Returns the last charge for the period before `end`. The first period may end later than was charged, because its
 * server ran late.
 */
export function findPeriodBefore(accountId: number, subscriptionId: number, end: number): Query<ChargeRow | undefined> {
  return PERIOD_BEFORE.one({ account_id: accountId, subscription_id: subscriptionId, end });
}

/** In the order of the invoice's lines. */
export function listChargesOf(accountId: number, invoiceId: number): Query<ChargeRow[]> {
  return OF_INVOICE.all({ account_id: accountId, invoice_id: invoiceId });
}

/** Returns how many charges of a kind a subscription got since then. */
export function* countChargesSince(
  accountId: number,
  subscriptionId: number,
  kind: ChargeKind,
  since: number,
): Query<number> {
  const of = { account_id: accountId, subscription_id: subscriptionId, kind, since };
  return (yield* COUNT_SINCE.one(of))?.count ?? 0;
}
