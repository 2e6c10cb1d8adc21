import { existsSync, mkdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDifferences, type Migration, NotLoaded, syncPath, type TableSum } from '@hostler/database';
import { lockForRestore } from '@hostler/database/data-lock';
import { type Command, command, secret } from '#kernel/command.ts';
import { Vault } from '#kernel/crypto.ts';
import { conflict } from '#kernel/errors.ts';
import { formatTime } from '#kernel/time.ts';
import { VERSION } from '#program/version.ts';
import type { Config } from '#settings/config.ts';
import { describeLackOfSpace, measureDisk } from '#upgrade/disk.ts';
import { describeOldServer, measure } from '#upgrade/measure.ts';
import { writeMovedSettings } from './moved-settings.ts';
import type { ListSteps } from './restore-data.ts';

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly tables: readonly TableSum[];
  readonly rows: number;
  /** File with the settings to change. */
  readonly settings: string;
  readonly note: string;
}

interface Moving {
  readonly config: Config;
  readonly steps: readonly Migration[];
  /** Copy of the source, removed at the end. */
  readonly part: string;
  readonly now: number;
}

/**
 * Moves all data to another kind of database. The source is only read. The target is filled and compared before it can
 * be seen, so an interrupted move leaves it empty.
 */
export function moveDatabaseCommand(readConfig: () => Config, listSteps: ListSteps): Command {
  return command({
    name: 'database move',
    route: { local: 'It works on the files of the installation.' },
    summary: 'Move all data from SQLite to an empty PostgreSQL database, or back. Stop all Hostler processes first.',
    options: { to: secret('postgres://user:password@host:5432/name, or sqlite for hostler.db in the data folder.') },
    describe: describeMoved,
    async run({ to }): Promise<Moved> {
      const config = readConfig();
      const url = readTarget(config, to);
      mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
      const unlock = await lockForRestore(config.dataDir);
      const part = join(config.dataDir, 'database-move.part');
      try {
        const moving = { config, part, now: Date.now(), steps: await listSteps() };
        await checkSource(moving);
        return await (url === undefined ? moveToFile(moving) : moveToServer(moving, url));
      } finally {
        await rm(part, { force: true });
        unlock();
      }
    },
  });
}

/** Returns the URL of the target; undefined for the file in the data folder. */
function readTarget({ databaseUrl, dataDir }: Config, to: string): string | undefined {
  const file = join(dataDir, 'hostler.db');
  if (to === 'sqlite' || to === 'sqlite:' || to === `sqlite:${file}` || to === `sqlite://${file}`) {
    if (databaseUrl !== undefined) return undefined;
    throw conflict(`The data is in SQLite already, in ${dataDir}.`);
  }
  if (!/^postgres(ql)?:\/\/./.test(to) || !URL.canParse(to)) {
    throw conflict(`--to must be postgres://user:password@host:5432/name, or sqlite for ${file}.`);
  }
  if (databaseUrl === undefined) return to;
  throw conflict(
    'The data is in PostgreSQL already. To use another PostgreSQL, make a copy with hostler backup-data and restore it there with hostler restore-data.',
  );
}

/** Refuses a source that the target could not be made like, or that is another one than it seems. */
async function checkSource({ config, steps }: Moving): Promise<void> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'hostler.db'))) {
    throw conflict(`There is no database in ${config.dataDir}. Check HOSTLER_DATA_DIR.`);
  }
  const found = await measure(config);
  const applied = new Set(found.steps.map(({ id }) => id));
  const known = new Set(steps.map(({ id }) => id));
  if (steps.some(({ id }) => !applied.has(id))) {
    throw conflict('The database is not migrated to this version. Run: hostler migrate');
  }
  const newer = [...applied].filter((id) => !known.has(id) && !id.startsWith('migrations-'));
  if (newer.length > 0) {
    throw conflict(
      `A newer version has changed the database (${newer.slice(0, 3).join(', ')}). Move it with that one.`,
    );
  }
  const key = found.settings.secret_key_name;
  if (key !== undefined && key !== new Vault(config.secretKey).keyName) {
    throw conflict('The secret key does not belong to this data. Restore it first; nothing was changed.');
  }
  const [lack] = describeLackOfSpace([
    measureDisk(config.dataDir, 'the move', (config.databaseUrl ? 2 : 1) * found.bytes),
  ]);
  if (lack) throw conflict(`The data cannot be moved. ${lack} Nothing was changed.`);
}

async function moveToServer({ config, part, steps, now }: Moving, url: string): Promise<Moved> {
  const [{ dumpFile }, { loadDatabase, sumTables }, { boundIdleTransactions }, { readServerVersion }] =
    await Promise.all([
      import('@hostler/database/sqlite/copies'),
      import('@hostler/database/postgres/copies'),
      import('@hostler/database/postgres'),
      import('@hostler/database/postgres/measure'),
    ]);
  const { version, number } = await readServerVersion(url);
  const old = describeOldServer(`PostgreSQL ${version}`, number);
  if (old) throw conflict(old);
  const file = join(config.dataDir, 'hostler.db');
  await preparePart(part);
  const source = await dumpFile(file, part, describeHeader(config, now));
  let settings = '';
  await loadDatabase(url, {
    ...{ file: part, steps, now, keepAs: undefined, settings: {} },
    ifOccupied: 'The data can only be moved to an empty database.',
    async inspect(client) {
      refuseDifferences(source, await sumTables(client));
      // Before the commit, because these settings are needed after it.
      settings = writeMovedSettings(config, url);
    },
  });
  await boundIdleTransactions(url);
  return describeResult({ from: file, to: nameServer(url), tables: source, settings, keep: file });
}

async function moveToFile({ config, part, steps, now }: Moving): Promise<Moved> {
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? '';
  const [{ loadFile, removeFile }, { dumpDatabase, refuseConnections, sumTables }] = await Promise.all([
    import('@hostler/database/sqlite/copies'),
    import('@hostler/database/postgres/copies'),
  ]);
  const file = join(config.dataDir, 'hostler.db');
  const making = `${file}.moving`;
  if (existsSync(file)) {
    throw conflict(
      `There is a database in ${config.dataDir} already. Move it away first, with its side files: mv ${file} ${file}.old`,
    );
  }
  await refuseConnections(url);
  await preparePart(part);
  try {
    let source: readonly TableSum[] = [];
    await dumpDatabase(url, part, describeHeader(config, now), async (client) => {
      source = await sumTables(client);
    });
    refuseDifferences(source, await loadFile(making, { from: part, steps, now }));
    // A server that started meanwhile may have written since the copy.
    await refuseConnections(url);
    const settings = writeMovedSettings(config, undefined);
    await rename(making, file);
    await syncPath(config.dataDir);
    return describeResult({ from: nameServer(url), to: file, tables: source, settings, keep: 'that database' });
  } finally {
    await removeFile(making);
  }
}

/** For its owner only: the copy contains hashes of passwords. A killed move may have left one. */
async function preparePart(part: string): Promise<void> {
  await rm(part, { force: true });
  await writeFile(part, '', { mode: 0o600, flag: 'wx' });
}

function describeHeader({ secretKey }: Config, now: number) {
  return { version: VERSION, made_at: formatTime(now), secret_key_name: new Vault(secretKey).keyName };
}

function refuseDifferences(source: readonly TableSum[], target: readonly TableSum[]): void {
  const tables = findDifferences(source, target);
  if (tables.length === 0) return;
  throw new NotLoaded(`These tables are not the same after the move: ${tables.join(', ')}. Nothing was changed.`);
}

/** The password is left out. */
function nameServer(url: string): string {
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}${pathname}`;
}

function describeResult({ keep, ...moved }: Omit<Moved, 'rows' | 'note'> & { keep: string }): Moved {
  const rows = moved.tables.reduce((sum, table) => sum + table.rows, 0);
  return { ...moved, rows, note: `The source is unchanged. Delete ${keep} once all is well.` };
}

function describeMoved({ from, to, tables, rows, settings, note }: Moved): string {
  return [
    `Moved ${tables.length} tables with ${rows} rows from ${from} to ${to}. Number and sum of the rows of every table are the same.`,
    note,
    `The lines of ${settings} must replace those in the settings of Hostler. Then delete that file and start Hostler.`,
  ].join('\n');
}
