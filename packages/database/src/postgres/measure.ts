import pg from 'pg';
import { type Measured, type MeasuredStep, toSteps } from '../measure.ts';

const TABLES = `
  select c.relname as name, c.reltuples::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class as c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`;

export interface MeasuredServer extends Measured {
  /** For example 150008. */
  readonly versionNumber: number;
}

export function measureDatabase(url: string): Promise<MeasuredServer> {
  return withClient(url, async (client) => {
    const { version, number } = await readVersion(client);
    const { rows: tables } = await client.query<{ name: string; rows: number; bytes: number }>(TABLES);
    const has = (table: string) => tables.some(({ name }) => name === table);
    const steps = has('migrations') ? (await client.query<MeasuredStep>('select * from migrations')).rows : [];
    const settings = has('settings') ? (await client.query('select name, value from settings')).rows : [];
    const rows: Record<string, number> = {};
    // A table that was never analysed has the estimate -1.
    for (const table of tables) {
      rows[table.name] = table.rows >= 0 ? table.rows : await countRows(client, table.name);
    }
    return {
      product: `PostgreSQL ${version}`,
      versionNumber: number,
      steps: toSteps(steps),
      rows,
      bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
      settings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    };
  });
}

/** Counts the rows that were created after a time. Tables that are missing or have no such column are left out. */
export function countCreatedSince(
  url: string,
  tables: readonly string[],
  since: number,
): Promise<Record<string, number>> {
  return withClient(url, async (client) => {
    const { rows: dated } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name = 'created_at' and table_name = any($1)`,
      [tables],
    );
    const counts: Record<string, number> = {};
    for (const { name } of dated) {
      const found = await client.query(`select count(*) as count from "${name}" where created_at > $1`, [since]);
      counts[name] = Number(found.rows[0].count);
    }
    return counts;
  });
}

/** Returns the version of the server, for example `15.8` and 150008. */
export function readServerVersion(url: string): Promise<{ version: string; number: number }> {
  return withClient(url, readVersion);
}

async function readVersion(client: pg.Client): Promise<{ version: string; number: number }> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  return { version: String(rows[0].version).split(' ')[0] ?? '', number: rows[0].number };
}

async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*) as count from "${table}"`);
  return Number(rows[0].count);
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'hostler upgrade' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
