import type Sqlite from 'better-sqlite3';
import type { TextRow } from '../copy-text.ts';
import { LOCAL_TABLES, RowSum, type TableSum } from '../table-sums.ts';

export interface FileTable {
  readonly table: string;
  /** In the order of their names, as on PostgreSQL. */
  readonly columns: readonly { readonly name: string; readonly type: 'INTEGER' | 'REAL' | 'TEXT' }[];
  /** Last assigned id; null if the database assigns none. */
  readonly lastId: number | null;
}

/** Virtual tables and their storage are left out: they may need an extension. */
export function listTables(db: Sqlite.Database): string[] {
  const tables = db
    .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'`)
    .pluck();
  return tables.all() as string[];
}

/** Returns the tables with rows of the application. Those of the search index are built from them. */
export function describeTables(db: Sqlite.Database): FileTable[] {
  const describe = db.prepare('select name, type from pragma_table_info(?) order by name');
  const lastId = db.prepare('select seq from sqlite_sequence where name = ?').pluck();
  return listTables(db)
    .filter((table) => !LOCAL_TABLES.has(table))
    .sort()
    .map((table) => ({
      table,
      columns: describe.all(table) as FileTable['columns'],
      lastId: (lastId.get(table) as number | undefined) ?? null,
    }));
}

/** Yields the rows of a table as text, each number as PostgreSQL would write it. */
export function* readRows(db: Sqlite.Database, { table, columns }: FileTable): Generator<TextRow> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const rows = db.prepare(`select ${names} from "${table}"`).raw().safeIntegers();
  for (const row of rows.iterate() as Iterable<readonly (string | bigint | number | null)[]>) {
    yield row.map((value) => (value === null ? null : String(value)));
  }
}

/** Returns what each table contains. */
export function sumTables(db: Sqlite.Database): TableSum[] {
  return describeTables(db).map((table) => {
    const sum = new RowSum();
    for (const values of readRows(db, table)) sum.add(values);
    return sum.of(table.table);
  });
}
