import type Sqlite from 'better-sqlite3';

export interface Column {
  readonly type: string;
  readonly required: boolean;
  readonly hasDefault: boolean;
}

export interface Table {
  readonly columns: ReadonlyMap<string, Column>;
  /** Columns of unique constraints and primary keys, as `account_id, name`. */
  readonly unique: ReadonlySet<string>;
  /** Foreign keys, as `account_id → accounts`. */
  readonly references: ReadonlySet<string>;
  readonly triggers: ReadonlySet<string>;
  readonly checks: number;
}

export type Schema = ReadonlyMap<string, Table>;

/** Reads the part of the schema that a program can rely on. Indexes that are not unique only affect speed. */
export function readSchema(db: Sqlite.Database): Schema {
  const tables = db
    .prepare(`select name, sql from sqlite_master where type = 'table' and sql not like 'create virtual%'`)
    .all() as { name: string; sql: string | null }[];
  return new Map(tables.map(({ name, sql }) => [name, readTable(db, name, sql ?? '')]));
}

function readTable(db: Sqlite.Database, table: string, definition: string): Table {
  const ask = <Row>(query: string) => db.prepare(query).all({ table }) as Row[];
  const columns = ask<{ name: string; type: string; notnull: number; dflt_value: string | null; pk: number }>(
    'select * from pragma_table_info(:table)',
  );
  const unique = ask<{ columns: string }>(
    `select (select group_concat(name, ', ') from pragma_index_info(list.name)) as columns
     from pragma_index_list(:table) as list where "unique" = 1`,
  );
  const references = ask<{ from: string; table: string }>('select * from pragma_foreign_key_list(:table)');
  const triggers = ask<{ name: string }>(`select name from sqlite_master where type = 'trigger' and tbl_name = :table`);
  return {
    columns: new Map(
      columns.map(({ name, type, notnull, dflt_value, pk }) => [
        name,
        { type: type.toLowerCase(), required: notnull === 1 && pk === 0, hasDefault: dflt_value !== null },
      ]),
    ),
    unique: new Set(unique.map((index) => index.columns)),
    references: new Set(references.map(({ from, table: target }) => `${from} → ${target}`)),
    // Every version creates this trigger of the search index; see dialect.ts.
    triggers: new Set(triggers.map(({ name }) => name).filter((name) => name !== `${table}_search_forget`)),
    checks: definition.match(/\bcheck\s*\(/gi)?.length ?? 0,
  };
}
