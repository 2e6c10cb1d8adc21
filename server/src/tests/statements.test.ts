import { type Query, sql } from '@hostler/database';
import { listStatements, type Statement, toSqliteStatement } from '@hostler/database/testing';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import Sqlite from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let statements: Statement[];

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  statements = listStatements().filter(({ text }) => /^(select|with|insert|update|delete)\b/i.test(text));
  return server.stop;
});

describe.skipIf(runsOnPostgres)('the SQLite plan of each declared statement', () => {
  interface Opened {
    opcode: string;
    p2: number;
    p3: number;
  }
  let schema: Sqlite.Database;
  let tables: Map<number, string>;

  beforeAll(() => {
    schema = new Sqlite(`${server.hostler.config.dataDir}/hostler.db`, { readonly: true });
    const rows = schema.prepare('select rootpage, tbl_name from sqlite_master where rootpage > 0').all();
    tables = new Map((rows as { rootpage: number; tbl_name: string }[]).map((row) => [row.rootpage, row.tbl_name]));
    return () => void schema.close();
  });

  /** Returns the tables whose rows or indexes it opens with this opcode. */
  function listOpened({ text, placeholders }: Statement, opcode: string): string[] {
    const values = placeholders.map(() => null);
    const program = schema.prepare(`explain ${toSqliteStatement(text)}`).all(values) as Opened[];
    const pages = program.filter((step) => step.opcode === opcode && step.p3 === 0).map(({ p2 }) => p2);
    return [...new Set(pages.flatMap((page) => tables.get(page) ?? []))];
  }

  /** Tables opened by a foreign key, a trigger or an id counter: no cached response is read from these alone. */
  const isUpkeep = (table: string) => /^(domain_ancestors|email_addresses|sqlite_sequence|.*_search_.*)$/.test(table);

  /** Statements for PostgreSQL only: about itself, and versions. */
  const isForPostgres = ({ text }: Statement) => /\b(clock_timestamp|set_config|unnest|pg_\w+)\(/.test(text);

  it('reads no other tables than were found in its text', () => {
    const reading = statements.filter((statement) => statement.written.length === 0 && !isForPostgres(statement));
    expect(reading.length).toBeGreaterThan(50);
    for (const statement of reading) {
      const missed = listOpened(statement, 'OpenRead').filter((table) => !statement.tables.includes(table));
      expect([statement.text, missed]).toEqual([statement.text, []]);
    }
  });

  it('writes no other tables than were found in its text', () => {
    const writing = statements.filter((statement) => statement.written.length > 0 && !isForPostgres(statement));
    expect(writing.length).toBeGreaterThan(50);
    for (const statement of writing) {
      const opened = listOpened(statement, 'OpenWrite');
      const missed = opened.filter((table) => !statement.written.includes(table) && !isUpkeep(table));
      expect([statement.text, missed]).toEqual([statement.text, []]);
      expect([statement.text, opened]).toEqual([statement.text, expect.arrayContaining([...statement.written])]);
    }
  });
});

it('each table that was found in a statement exists', async () => {
  const TABLES = sql<object, { name: string }>(
    runsOnPostgres
      ? `select tablename as name from pg_tables where schemaname = 'public'`
      : `select name from sqlite_master where type = 'table'`,
  );
  const existing = (await server.hostler.db.read(TABLES.all({}) as Query<{ name: string }[]>)).map(({ name }) => name);
  for (const { text, tables } of statements) {
    expect([text, tables.filter((table) => !existing.includes(table))]).toEqual([text, []]);
  }
});
