/** A semicolon inside quotes, a function body or a comment does not end a statement. */
const PART = /'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--.*|\/\*[\s\S]*?\*\/|;|[\s\S]/g;

/** Returns the statements of a script, without their semicolons. */
export function splitScript(text: string): string[] {
  const statements = [''];
  for (const [part] of text.matchAll(PART)) {
    if (part === ';') statements.push('');
    else statements[statements.length - 1] += part;
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

/** An index on a table in use. */
export interface TableIndex {
  readonly name: string;
  readonly table: string;
  /** Builds the index concurrently with writes, outside of any transaction. */
  readonly statement: string;
}

const CREATE_INDEX = /^create (unique )?index (\w+) on (\w+)/i;
const CREATE_TABLE = /^create table (?:if not exists )?(\w+)/i;

/**
 * Splits a migration for PostgreSQL: `inside` runs in a transaction; `indexes` are on tables in use, where an ordinary
 * build would block every write. `fresh` are tables that no other process knows yet.
 */
export function readStep(script: string, fresh: ReadonlySet<string>) {
  const statements = splitScript(script);
  const tables = statements.flatMap((statement) => CREATE_TABLE.exec(statement)?.[1] ?? []);
  const isFresh = (table: string) => fresh.has(table) || tables.includes(table);
  const inside: string[] = [];
  const indexes: TableIndex[] = [];
  for (const statement of statements) {
    const [, unique = '', name = '', table = ''] = CREATE_INDEX.exec(statement) ?? [];
    if (name === '' || isFresh(table)) inside.push(statement);
    else {
      const concurrently = statement.replace(CREATE_INDEX, `create ${unique}index concurrently ${name} on ${table}`);
      indexes.push({ name, table, statement: concurrently });
    }
  }
  return { inside: inside.map((statement) => `${statement};`).join('\n'), indexes, tables };
}
