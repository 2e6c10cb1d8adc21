import { currentTransaction, type Query, sql, TransactionValue } from '@hostler/database';
import { formatBytes } from '../bytes.ts';
import { AppError, errors } from '../errors.ts';
import { AS_DECLARED, type LimitSettings } from './settings.ts';

/** Limits the operator set for all accounts. A database is opened with them. */
export const limitSettings = new TransactionValue<LimitSettings>(AS_DECLARED);

/** A limit on how many of something an account may have. Declared once, next to the store it limits. */
export interface LimitDeclaration {
  /** Name for operators and the API, for example `open_tickets`. */
  readonly name: string;
  readonly default: number;
  /** Name within a sentence, for example `open tickets`. */
  readonly what: string;
  /** Advice for the customer, for example `Close one`. */
  readonly advice: string;
  readonly unit?: 'bytes';
  /** The maintained total that holds the current count. */
  readonly counts?: { readonly list: string; readonly statuses?: readonly string[] };
  /** Unit of a limit per domain, ticket and so on. The caller of `check` then passes the count. */
  readonly each?: string;
}

export interface Limit extends LimitDeclaration {
  /**
   * Throws `QuotaExceeded` if the count is above the limit. Call it after the change, in the same transaction. The
   * change has locked the total by then, so of two concurrent changes the second sees the first. A refused change is
   * rolled back.
   */
  check(accountId: number, used?: number): Query<void>;
  /** Returns how many more are allowed. A negative value is the excess. */
  readRoom(accountId: number): Query<number>;
  /** Returns the limit of this account; null means unlimited. */
  read(accountId: number): Query<number | null>;
}

/** Carries the limit and the account for the operator, who can raise it. */
export class QuotaExceeded extends AppError {
  readonly limit: string;
  readonly accountId: number;

  constructor(limit: LimitDeclaration, accountId: number, most: number) {
    const { each = 'account', name, advice } = limit;
    const said = { each, amount: describeAmount(limit, most), limit: name, advice };
    const { code, message, reason } = errors.limit_reached(said);
    // The number is for translations, which name the limit themselves.
    super(code, message, { reason, params: { ...said, max: most } });
    this.limit = limit.name;
    this.accountId = accountId;
  }
}

interface Counts {
  account_id: number;
  name: string;
  list: string;
  other_name: string;
  other_list: string;
}

interface Looked {
  account_id: number;
  /** The counted list, or the name of a limit of the account. */
  of: string;
  status: string | null;
  count: number | null;
}

/** Reads counts and limits of an account for one or two limits: one snapshot, one round trip. */
const COUNT = sql<Counts, Looked>(
  `select account_id, list as of, status, count from totals
   where account_id {one of :account_id} and list in (:list, :other_list)
   union all
   select account_id, name as of, null as status, value as count from account_limits
   where account_id {one of :account_id} and name in (:name, :other_name)`,
);

function chooseCounts(accountId: number, one: LimitDeclaration, other: LimitDeclaration = one): Counts {
  return {
    account_id: accountId,
    name: one.name,
    list: one.counts?.list ?? '',
    other_name: other.name,
    other_list: other.counts?.list ?? '',
  };
}

/** Returns the use of one limit and its value for the account. */
function assess(limit: LimitDeclaration, limits: LimitSettings, rows: readonly Looked[]) {
  const own = rows.find(({ of, status }) => status === null && of === limit.name);
  const totals = rows.filter(
    (row): row is Looked & StatusCount => row.status !== null && row.of === limit.counts?.list,
  );
  return { most: own ? own.count : limitForAll(limit, limits), used: sumUp(limit, totals) };
}

function* readUse(accountId: number, limit: LimitDeclaration) {
  const limits = limitSettings.of(yield* currentTransaction());
  return assess(limit, limits, yield* COUNT.all(chooseCounts(accountId, limit)));
}

export function defineLimit(declared: LimitDeclaration): Limit {
  return {
    ...declared,
    *check(accountId, given) {
      const limits = limitSettings.of(yield* currentTransaction());
      yield* COUNT.check(chooseCounts(accountId, declared), (rows) => {
        const { most, used } = assess(declared, limits, rows);
        refuseOver(declared, accountId, given ?? used, most);
      });
    },
    *readRoom(accountId) {
      const { most, used } = yield* readUse(accountId, declared);
      return (most ?? Number.POSITIVE_INFINITY) - used;
    },
    *read(accountId) {
      return (yield* readUse(accountId, declared)).most;
    },
  };
}

/** Throws for the first of two limits that is exceeded. */
export function* checkBoth(accountId: number, one: Limit, other: Limit): Query<void> {
  const limits = limitSettings.of(yield* currentTransaction());
  yield* COUNT.check(chooseCounts(accountId, one, other), (rows) => {
    for (const limit of [one, other]) {
      const { most, used } = assess(limit, limits, rows);
      refuseOver(limit, accountId, used, most);
    }
  });
}

function refuseOver(limit: LimitDeclaration, accountId: number, used: number, most: number | null): void {
  if (most !== null && used > most) throw new QuotaExceeded(limit, accountId, most);
}

export interface StatusCount {
  status: string;
  count: number;
}

export function sumUp({ counts }: LimitDeclaration, totals: readonly StatusCount[]): number {
  const counted = totals.filter(({ status }) => counts?.statuses?.includes(status) ?? true);
  return counted.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the limit of accounts without one of their own. */
export function limitForAll(limit: LimitDeclaration, { none, values }: LimitSettings): number | null {
  const set = values.get(limit.name);
  if (set !== undefined) return set;
  return none ? null : limit.default;
}

function describeAmount({ what, unit }: LimitDeclaration, amount: number): string {
  return unit === 'bytes' ? `${formatBytes(amount)} of ${what}` : `${amount.toLocaleString('en')} ${what}`;
}
