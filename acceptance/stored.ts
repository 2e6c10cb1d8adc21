import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Settings } from './hostler-process.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Reads the database next to the server, for data that no response shows, such as stored events. */
export async function queryStored(settings: Settings, text: string): Promise<Row[]> {
  // Poolers do not forward such a setting.
  const url = settings.HOSTLER_DATABASE_DIRECT_URL ?? settings.HOSTLER_DATABASE_URL;
  return url === undefined ? querySqlite(settings, text) : queryPostgres(url, text);
}

function querySqlite(settings: Settings, text: string): Row[] {
  const file = join(settings.HOSTLER_DATA_DIR ?? '', 'hostler.db');
  const database = new Sqlite(file, { readonly: true, timeout: 5_000 });
  try {
    return database.prepare(text).all() as Row[];
  } finally {
    database.close();
  }
}

async function queryPostgres(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=on' });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text);
    // int8 is returned as text to keep precision; the values here are small.
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isInteger(value) ? Number(value) : value])),
    );
  } finally {
    await client.end();
  }
}

function isInteger(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value);
}
