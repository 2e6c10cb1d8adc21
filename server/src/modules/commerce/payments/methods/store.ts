import { later, type NewRow, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';

export const METHOD_STATUSES = ['pending', 'active', 'removed'] as const;
export type MethodStatus = (typeof METHOD_STATUSES)[number];

const methods = table(
  'payment_methods',
  {
    id: number(),
    key: text(),
    driver: text(),
    /** The provider's id of the setup, while it is not finished. */
    setup: later(text()),
    /** The provider's id of the mandate. */
    reference: nullable(text()),
    label: text(),
    status: text<MethodStatus>(),
    is_default: number(),
    expires_at: nullable(number()),
    /** Hash that is equal for the same card or bank account in every account. Null if the provider reports none. */
    fingerprint: later(text()),
    created_at: number(),
  },
  { hidden: { account_id: number() }, unique: 'key' },
);
export type MethodRow = Row<typeof methods>;
type Changes = Pick<
  MethodRow,
  'setup' | 'reference' | 'label' | 'status' | 'is_default' | 'expires_at' | 'fingerprint'
>;

const OWN = `select ${methods.columns} from payment_methods where account_id = :account_id`;
const FIND = sql<{ account_id: number; id: number }, MethodRow>(`${OWN} and id = :id`);
const BY_KEY = sql<{ account_id: number; key: string }, MethodRow>(`${OWN} and key = :key`);
const BY_REFERENCE = sql<{ account_id: number; driver: string; reference: string }, MethodRow>(
  `${OWN} and driver = :driver and reference = :reference order by id limit 1`,
);
const KEPT = sql<{ account_id: number }, MethodRow>(`${OWN} and status <> 'removed' order by id`);
const CHANGE = sql<Changes & { account_id: number; id: number }, MethodRow>(
  `update payment_methods set setup = :setup, reference = :reference, label = :label, status = :status,
     is_default = :is_default, expires_at = :expires_at, fingerprint = :fingerprint
   where account_id = :account_id and id = :id returning ${methods.columns}`,
);
const FORGET = sql<{ account_id: number; id: number }>(
  'delete from payment_methods where account_id = :account_id and id = :id and reference is null',
);

export function findMethod(accountId: number, id: number): Query<MethodRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

export function findMethodByKey(accountId: number, key: string): Query<MethodRow | undefined> {
  return BY_KEY.one({ account_id: accountId, key });
}

export function findMethodByReference(
  accountId: number,
  driver: string,
  reference: string,
): Query<MethodRow | undefined> {
  return BY_REFERENCE.one({ account_id: accountId, driver, reference });
}

/** Lists usable methods and unfinished setups. */
export function listKeptMethods(accountId: number): Query<MethodRow[]> {
  return KEPT.all({ account_id: accountId });
}

export function insertMethod(accountId: number, row: NewRow<typeof methods>): Query<MethodRow | undefined> {
  return methods.insert(row, { account_id: accountId });
}

/** Deletes a setup that was never finished. */
export function* forgetSetup(accountId: number, id: number): Query<void> {
  yield* FORGET.run({ account_id: accountId, id });
}

export function* changeMethod(accountId: number, row: MethodRow, changes: Partial<Changes>): Query<MethodRow> {
  const { id, setup, reference, label, status, is_default, expires_at, fingerprint } = row;
  const state = { setup, reference, label, status, is_default, expires_at, fingerprint, ...changes };
  return (yield* CHANGE.one({ ...state, account_id: accountId, id })) ?? { ...row, ...changes };
}
