import type { Client } from 'pg';
import { decodeRow, readCopyLines } from '../copy-text.ts';
import { LOCAL_TABLES, RowSum, type TableSum } from '../table-sums.ts';
import { readOut } from './copy.ts';
import { listTables } from './tables.ts';

const FLOATS = `
  select attrelid::regclass::text as table, attname::text as column from pg_attribute
  where atttypid = 'float8'::regtype and attnum > 0 and not attisdropped
    and attrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r')`;

/** Returns what each table contains, as the transaction of the client sees it. */
export async function sumTables(client: Client): Promise<TableSum[]> {
  const { rows } = await client.query<{ table: string; column: string }>(FLOATS);
  const floats = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  const sums: TableSum[] = [];
  for (const { table, columns: all } of await listTables(client)) {
    if (LOCAL_TABLES.has(table)) continue;
    const columns = [...all].sort();
    const isFloat = columns.map((column) => floats.has(`${table}.${column}`));
    const sum = new RowSum();
    for await (const line of readCopyLines(readOut(client, { table, columns }))) {
      // Both databases write whole numbers alike, others not.
      sum.add(
        decodeRow(line).map((value, index) => (value !== null && isFloat[index] ? String(Number(value)) : value)),
      );
    }
    // The count of the copy arrives after its last row. A further query is answered after that.
    await client.query('');
    sums.push(sum.of(table));
  }
  return sums;
}
