import type { MariadbSession } from './session.ts';

/** A column whose default comes from a sequence, which the server always qualifies with the database. */
export interface SequenceDefault {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
}

export interface Charset {
  readonly charset: string;
  readonly collation: string;
}

/** Returns everything that holds data, without views. */
export async function listTables(session: MariadbSession, database: string): Promise<string[]> {
  const tables = await session.query<{ name: string }>(
    `select TABLE_NAME as name from information_schema.TABLES
     where TABLE_SCHEMA = ? and TABLE_TYPE not in ('VIEW', 'SYSTEM VIEW') order by TABLE_NAME`,
    [database],
  );
  return tables.map(({ name }) => name);
}

export async function listViews(session: MariadbSession, database: string): Promise<string[]> {
  const views = await session.query<{ name: string }>(
    'select TABLE_NAME as name from information_schema.VIEWS where TABLE_SCHEMA = ?',
    [database],
  );
  return views.map(({ name }) => name);
}

export async function listSequenceDefaults(session: MariadbSession, database: string): Promise<SequenceDefault[]> {
  const columns = await session.query<{ table: string; column: string; value: string }>(
    `select TABLE_NAME as \`table\`, COLUMN_NAME as \`column\`, COLUMN_DEFAULT as value from information_schema.COLUMNS
     where TABLE_SCHEMA = ? and COLUMN_DEFAULT like 'nextval(%'`,
    [database],
  );
  const pattern = new RegExp(`^nextval\\(\`${database}\`\\.\`((?:[^\`]|\`\`)+)\`\\)$`);
  return columns.flatMap(({ table, column, value }) => {
    const sequence = pattern.exec(value)?.[1]?.replace(/``/g, '`');
    return sequence === undefined ? [] : [{ table, column, sequence }];
  });
}

export async function readCharset(session: MariadbSession, database: string): Promise<Charset | undefined> {
  const [row] = await session.query<Charset>(
    `select DEFAULT_CHARACTER_SET_NAME as charset, DEFAULT_COLLATION_NAME as collation
     from information_schema.SCHEMATA where SCHEMA_NAME = ?`,
    [database],
  );
  return row;
}

/** Throws unless both are plain names, wherever they came from. */
export function formatCharset({ charset, collation }: Charset): string {
  if (![charset, collation].every((name) => /^\w+$/.test(name)))
    throw new Error('The name of the character set or collation is not valid.');
  return `character set ${charset} collate ${collation}`;
}
