import { currentTransaction, type Query, sql } from '../db/query.ts';
import { AppError } from '../errors.ts';
import type { LimitSettings } from './settings.ts';

/** How many of something an account may have. Declared once, next to the store of what it limits. */
export interface LimitDeclaration {
  /** As operators and the API call it: `open_tickets`. */
  readonly name: string;
  readonly default: number;
  /** As a sentence says it: `open tickets`. */
  readonly what: string;
  /** What its owner can do about it: `Close one`. */
  readonly advice: string;
  readonly unit?: 'bytes';
  /** The kept total that says how many there are. */
  readonly counts?: { readonly list: string; readonly statuses?: readonly string[] };
  /** Holds for each of these alone, and whoever makes one more says how many there are. */
  readonly each?: string;
}

export interface Limit extends LimitDeclaration {
  /**
   * Throws when there are more than the limit. Called after the change and in its transaction: the change has locked the
   * account's total by then, so of two at the same time the second sees the first, and what is refused is undone.
   */
  check(accountId: number, used?: number): Query<void>;
  /** How many more there may be; below zero, how many there are too many. */
  readRoom(accountId: number): Query<number>;
  /** What holds for this account; null is no limit. */
  read(accountId: number): Query<number | null>;
}

/** Says which limit of whom it was, for the operator, who can raise it. */
export class QuotaExceeded extends AppError {
  readonly limit: string;
  readonly accountId: number;

  constructor(limit: LimitDeclaration, accountId: number, most: number) {
    const whose = limit.each ?? 'account';
    const reached = `This ${whose} has reached its limit of ${describeAmount(limit, most)} (${limit.name}).`;
    super('QUOTA_EXCEEDED', `${reached} ${limit.advice}, or ask for a higher limit.`);
    this.limit = limit.name;
    this.accountId = accountId;
  }
}

interface Look {
  account_id: number;
  name: string;
  list: string;
  other_name: string;
  other_list: string;
}

interface Looked {
  account_id: number;
  /** The list that is counted, or the limit of the account's own. */
  of: string;
  status: string | null;
  count: number | null;
}

/** What the account has, and what it may have, of two limits or of one: at one moment and in one round trip. */
const LOOK = sql<Look, Looked>(
  `select account_id, list as of, status, count from totals
   where account_id {one of :account_id} and list in (:list, :other_list)
   union all
   select account_id, name as of, null as status, value as count from account_limits
   where account_id {one of :account_id} and name in (:name, :other_name)`,
);

function lookAt(accountId: number, one: LimitDeclaration, other: LimitDeclaration = one): Look {
  return {
    account_id: accountId,
    name: one.name,
    list: one.counts?.list ?? '',
    other_name: other.name,
    other_list: other.counts?.list ?? '',
  };
}

/** What there is and may be of one of them. */
function assess(limit: LimitDeclaration, limits: LimitSettings, rows: readonly Looked[]) {
  const own = rows.find(({ of, status }) => status === null && of === limit.name);
  const totals = rows.filter(
    (row): row is Looked & StatusCount => row.status !== null && row.of === limit.counts?.list,
  );
  return { most: own ? own.count : limitForAll(limit, limits), used: sumUp(limit, totals) };
}

function* look(accountId: number, limit: LimitDeclaration) {
  const { limits } = yield* currentTransaction();
  return assess(limit, limits, yield* LOOK.all(lookAt(accountId, limit)));
}

export function defineLimit(declared: LimitDeclaration): Limit {
  return {
    ...declared,
    *check(accountId, given) {
      const { limits } = yield* currentTransaction();
      yield* LOOK.check(lookAt(accountId, declared), (rows) => {
        const { most, used } = assess(declared, limits, rows);
        refuseOver(declared, accountId, given ?? used, most);
      });
    },
    *readRoom(accountId) {
      const { most, used } = yield* look(accountId, declared);
      return (most ?? Number.POSITIVE_INFINITY) - used;
    },
    *read(accountId) {
      return (yield* look(accountId, declared)).most;
    },
  };
}

/** Of two limits, the first that is exceeded is told. */
export function* checkBoth(accountId: number, one: Limit, other: Limit): Query<void> {
  const { limits } = yield* currentTransaction();
  yield* LOOK.check(lookAt(accountId, one, other), (rows) => {
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

/** Of accounts that have none of their own. */
export function limitForAll(limit: LimitDeclaration, { none, values }: LimitSettings): number | null {
  const set = values.get(limit.name);
  if (set !== undefined) return set;
  return none ? null : limit.default;
}

function describeAmount({ what, unit }: LimitDeclaration, amount: number): string {
  return unit === 'bytes' ? `${formatBytes(amount)} of ${what}` : `${amount.toLocaleString('en')} ${what}`;
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

export function formatBytes(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < UNITS.length - 1) [amount, unit] = [amount / 1024, unit + 1];
  return `${Number(amount.toFixed(1))} ${UNITS[unit]}`;
}
