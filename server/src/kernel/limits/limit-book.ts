import { currentTransaction, type PreparedQuery, type Query, sql } from '@hostler/database';
import { readAccountLimits } from './account-limits.ts';
import { type Limit, limitForAll, limitSettings, type StatusCount, sumUp } from './limit.ts';

/**
 * Limits by name. A null limit means unlimited. A null use means that the limit counts per domain, ticket and so on.
 */
export type LimitUse = Record<string, { limit: number | null; used: number | null }>;

type TotalsQuery = PreparedQuery<{ account_id: number }, StatusCount & { list: string }>;

/** All limits. */
export class LimitBook {
  #limits: readonly Limit[] = [];
  #totals: TotalsQuery | undefined;

  /** Called once, after all modules are composed. */
  register(limits: readonly Limit[]): void {
    this.#limits = limits;
  }

  get limits(): readonly Limit[] {
    return this.#limits;
  }

  /** Returns an error sentence for the first unknown name, or undefined. */
  findUnknown(names: Iterable<string>): string | undefined {
    const known = this.limits.map(({ name }) => name);
    const unknown = [...names].find((name) => !known.includes(name));
    return unknown === undefined
      ? undefined
      : `There is no limit ${JSON.stringify(unknown)}; there are: ${known.join(', ')}.`;
  }

  /** Returns all limits of an account and their use, in two queries. */
  *read(accountId: number): Query<LimitUse> {
    const settings = limitSettings.of(yield* currentTransaction());
    this.#totals ??= this.#declareTotals();
    const totals = yield* this.#totals.all({ account_id: accountId });
    const own = yield* readAccountLimits(accountId);
    return Object.fromEntries(
      this.limits.map((limit) => {
        const value = own.get(limit.name);
        const rows = totals.filter(({ list }) => list === limit.counts?.list);
        const used = limit.counts ? sumUp(limit, rows) : null;
        return [limit.name, { limit: value === undefined ? limitForAll(limit, settings) : value, used }];
      }),
    );
  }

  #declareTotals(): TotalsQuery {
    const lists = new Set(this.limits.flatMap(({ counts }) => (counts ? [`'${counts.list}'`] : [])));
    return sql(
      `select list, status, count from totals where account_id = :account_id and list in (${[...lists].join(', ')})`,
    );
  }
}
