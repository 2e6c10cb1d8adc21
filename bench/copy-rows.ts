import { type Query, sql } from '@hostler/database';

/** SQL expressions over the number `n` of a copy, by column. */
type Columns = Readonly<Record<string, string | number>>;

/**
 * Inserts `count` copies of the first row of a table that a condition matches. `others` replaces columns. Throws if no
 * row matches. The database makes new ids unless `others` names them. The texts that customers search are empty: to index
 * a million of them takes PostgreSQL minutes.
 */
export function* copyRows(table: string, where: string, count: number, others: Columns): Query<void> {
  const [row] = yield* sql<object, object>(`select * from ${table} where ${where} limit 1`).all({});
  if (!row) throw new Error(`The table ${table} has no row to copy: ${where}.`);
  const columns = Object.keys(row).filter((column) => column in others || column !== 'id');
  const values = columns.map((column) => others[column] ?? (column === 'search_text' ? `''` : `t.${column}`));
  yield* sql<{ count: number }>(
    `insert into ${table} (${columns.join(', ')})
     with recursive numbers (n) as (select cast(0 as bigint) union all select n + 1 from numbers where n + 1 < :count)
     select ${values.join(', ')} from numbers cross join (select * from ${table} where ${where} limit 1) as t order by n`,
  ).run({ count });
}
