import { addAllToBlocks, addToBlocks, type CountChange, fillBlocks } from './blocks.ts';
import type { Migration } from './migrate.ts';
import { type Query, sql } from './query.ts';

/**
 * Row counts per account, list and status, maintained with every change instead of computed for every page. So a list
 * costs the same for an account with a million rows. The counts by blocks of ids (blocks.ts) change with them.
 */
export const totalsMigrations: Migration[] = [
  {
    id: 'totals-001',
    script: `create table totals (
      account_id bigint not null,
      list text not null,
      status text not null,
      count bigint not null,
      primary key (account_id, list, status)
    );`,
  },
  { id: 'totals-002', script: 'delete from totals where count = 0;' },
];

export type TotalChange = Omit<CountChange, 'id'>;

const ADD = sql<TotalChange>(
  `insert into totals (account_id, list, status, count) values (:account_id, :list, :status, :count)
   on conflict (account_id, list, status) do update set count = totals.count + excluded.count`,
);
const READ = sql<{ account_id: number; list: string }, { status: string; count: number }>(
  'select status, count from totals where account_id = :account_id and list = :list',
);

/** Adds to a count of something that is not listed. */
export function* addToTotal(accountId: number, list: string, status: string, count: number): Query<void> {
  yield* ADD.send({ account_id: accountId, list, status, count });
}

/** Counts a row that was added (1) or removed (-1). */
export function* countRow(change: CountChange): Query<void> {
  yield* ADD.send(change);
  yield* addToBlocks(change);
}

const ADD_ALL = sql<{ changes: string }>(
  `insert into totals (account_id, list, status, count)
   select cast(c.value ->> 'account_id' as bigint), c.value ->> 'list', c.value ->> 'status',
     cast(c.value ->> 'count' as bigint)
   from {each :changes as c} where true
   on conflict (account_id, list, status) do update set count = totals.count + excluded.count`,
);

/** A list that is empty for good, such as that of a deleted webhook, must not leave a row per status behind. */
const SWEEP = sql<{ changes: string }>(
  `delete from totals where count = 0 and (account_id, list, status) in (
     select cast(c.value ->> 'account_id' as bigint), c.value ->> 'list', c.value ->> 'status' from {each :changes as c})`,
);

/** Adds many changes in one statement, summed up and in a fixed order, so that two batches cannot deadlock. */
export function* addToTotals(changes: readonly TotalChange[]): Query<void> {
  const sums = new Map<string, TotalChange>();
  for (const { account_id, list, status, count } of changes) {
    const key = `${account_id} ${list} ${status}`;
    sums.set(key, { account_id, list, status, count: count + (sums.get(key)?.count ?? 0) });
  }
  const sorted = [...sums.entries()].filter(([, { count }]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (sorted.length === 0) return;
  const summed = sorted.map(([, change]) => change);
  const accounts = [...new Set(summed.map(({ account_id }) => account_id))];
  yield* ADD_ALL.send({ changes: JSON.stringify(summed) }, accounts);
  const fewer = summed.filter(({ count }) => count < 0);
  if (fewer.length > 0) yield* SWEEP.send({ changes: JSON.stringify(fewer) }, accounts);
}

/** Counts rows that were added (1) or removed (-1). */
export function* countRows(changes: readonly CountChange[]): Query<void> {
  yield* addToTotals(changes);
  yield* addAllToBlocks(changes);
}

/** Moves a row between statuses in a fixed order, so that two opposite moves cannot deadlock. */
export function* moveRow(accountId: number, list: string, id: number, from: string, to: string): Query<void> {
  if (from === to) return;
  for (const status of [from, to].sort()) {
    yield* countRow({ account_id: accountId, list, status, id, count: status === to ? 1 : -1 });
  }
}

export function* readTotal(accountId: number, list: string, status?: string): Query<number> {
  const rows = yield* readTotals(accountId, list);
  return rows.reduce((sum, row) => (status === undefined || row.status === status ? sum + row.count : sum), 0);
}

export function readTotals(accountId: number, list: string): Query<{ status: string; count: number }[]> {
  return READ.all({ account_id: accountId, list });
}

/**
 * Returns the statement that recounts existing rows, for a migration or after a bulk insert. `list` and `status` are
 * SQL expressions over the row.
 */
export function fillTotals(table: string, list = `'${table}'`, status = 'status', where = 'true'): string {
  return `
      insert into totals (account_id, list, status, count)
      select account_id, ${list}, ${status}, count(*) from ${table} where ${where} group by 1, 2, 3
      on conflict (account_id, list, status) do update set count = excluded.count;
      ${fillBlocks(table, list, status, where)}`;
}
