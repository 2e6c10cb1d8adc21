import { cpSync } from 'node:fs';
import { Client, escapeIdentifier } from 'pg';
import { makeFolder, removeFolder } from '../processes.ts';
import type { Settings } from '../seed.ts';

/** Runs `use` on a copy of the seeded data, so that no attack meets what the one before it left behind. */
export async function withCopy<T>(seeded: Settings, name: string, use: (settings: Settings) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  const { HOSTLER_DATA_DIR = '', HOSTLER_DATABASE_URL: url } = seeded;
  try {
    cpSync(HOSTLER_DATA_DIR, folder, { recursive: true });
    const settings = { ...seeded, HOSTLER_DATA_DIR: folder };
    if (url === undefined) return await use(settings);
    const copy = new URL(url);
    copy.pathname = `/${name}`;
    const template = new URL(url).pathname.slice(1);
    await runOn(url, `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}`);
    try {
      return await use({ ...settings, HOSTLER_DATABASE_URL: copy.href });
    } finally {
      await runOn(url, `drop database ${escapeIdentifier(name)} with (force)`);
    }
  } finally {
    removeFolder(folder);
  }
}

/** Runs on another database of the same server, because a database that is copied must have no connections. */
async function runOn(url: string, statement: string): Promise<void> {
  const beside = new URL(url);
  beside.pathname = '/template1';
  const client = new Client({ connectionString: beside.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
