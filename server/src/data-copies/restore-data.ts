import { existsSync, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Migration, readDataFile } from '@hostler/database';
import { lockForRestore } from '@hostler/database/data-lock';
import { type Command, command, flag, text } from '#kernel/command.ts';
import { Vault } from '#kernel/crypto.ts';
import { AppError } from '#kernel/errors.ts';
import { refuseUnreadable } from '#kernel/readable-file.ts';
import { VERSION_TEXT } from '#program/version.ts';
import type { Config } from '#settings/config.ts';
import { LAST_COPY } from './backup-data.ts';

/** First bytes of the file formats. */
const SQLITE = Buffer.from('SQLite format 3\0');
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Restores a copy of `backup-data`. Works without composing the application: the database may be missing, damaged or of
 * another version. Uses the migrations of this version.
 */
export function restoreDataCommand(readConfig: () => Config, listSteps: ListSteps): Command {
  return command({
    name: 'restore-data',
    route: { local: 'It works on the files of the installation.' },
    summary: 'Restore a copy made by backup-data. Stop all Hostler processes first.',
    options: {
      from: text('Path of a file written by backup-data.'),
      replace: flag('Replace existing data. The existing data is kept under another name.'),
    },
    async run({ from: file, replace }) {
      const config = readConfig();
      const now = Date.now();
      const stamp = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14);
      const given = { config, file, replace, stamp, now, steps: await listSteps() };
      const isEmbedded = await looksEmbedded(file);
      if (isEmbedded === (config.databaseUrl === undefined)) {
        const url = config.databaseDirectUrl ?? config.databaseUrl;
        return url ? restoreShared(given, url) : restoreEmbedded(given);
      }
      throw new AppError(
        'CONFLICT',
        isEmbedded
          ? `${file} is a copy of an embedded database, and HOSTLER_DATABASE_URL names a PostgreSQL.`
          : `${file} is a copy of a PostgreSQL database, and HOSTLER_DATABASE_URL names none.`,
      );
    },
  });
}

interface Given {
  readonly config: Config;
  readonly file: string;
  readonly replace: boolean;
  /** Current time, for names. */
  readonly stamp: string;
  readonly now: number;
  readonly steps: readonly Migration[];
}

export type ListSteps = () => Promise<readonly Migration[]>;

async function looksEmbedded(file: string): Promise<boolean> {
  await refuseUnreadable(file);
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0);
    const start = buffer.subarray(0, bytesRead);
    if (start.equals(SQLITE)) return true;
    if (start.subarray(0, GZIP.length).equals(GZIP)) return false;
    throw new AppError('CONFLICT', `${file} is not a copy made by backup-data.`);
  } finally {
    await handle.close();
  }
}

async function restoreEmbedded({ config, file, replace, stamp, steps }: Given): Promise<object> {
  const { bringCopy, replaceByCopy } = await import('@hostler/database/sqlite/copies');
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const target = join(config.dataDir, 'hostler.db');
  if (existsSync(target) && !replace) {
    throw new AppError(
      'CONFLICT',
      `There is a database in ${config.dataDir} already. With --replace it is kept under another name and the copy takes its place.`,
    );
  }
  const unlock = await lockForRestore(config.dataDir);
  try {
    const { found, undo } = await bringCopy(file, target);
    try {
      refuseOtherKey(config, found.secretKeyName, found.secretKeyPlace);
      const known = new Set(steps.map(({ id }) => id));
      refuseNewer(found.steps.filter(({ id, breaks }) => breaks === 1 && !isKnown(known, id)).map(({ id }) => id));
      const keptAs = `${target}.before-${stamp}`;
      const { kept } = await replaceByCopy(target, keptAs);
      const note = describeNext(
        found.steps.map(({ id }) => id),
        steps,
      );
      return { file, database: target, kept: kept ? keptAs : null, note };
    } finally {
      await undo();
    }
  } finally {
    unlock();
  }
}

async function restoreShared({ config, file, replace, stamp, now, steps }: Given, url: string): Promise<object> {
  const { loadDatabase } = await import('@hostler/database/postgres/copies');
  const known = new Set(steps.map(({ id }) => id));
  // The whole file is read once before anything is changed.
  const { header } = await readDataFile(file);
  refuseOtherKey(config, header.secret_key_name, header.secret_key_place);
  refuseNewer(header.steps.filter((id) => !isKnown(known, id)));
  const schema = `hostler_before_${stamp}`;
  const { kept, skipped, ...summary } = await loadDatabase(url, {
    file,
    steps: steps.filter(({ id }) => header.steps.includes(id)),
    keepAs: replace ? schema : undefined,
    ifOccupied: 'With --replace they are kept under another name and the copy takes their place.',
    now,
    settings: { [LAST_COPY]: String(Date.parse(header.made_at)) },
  });
  return {
    file,
    made_at: header.made_at,
    ...summary,
    ...(skipped.length > 0 ? { skipped_tables: skipped } : {}),
    kept: kept ? `schema ${schema}` : null,
    note: describeNext(header.steps, steps),
  };
}

/** An older copy is restored to go back to that version, or to upgrade again: only the operator knows. */
function describeNext(present: readonly string[], steps: readonly Migration[]): string {
  const installed = `hostler ${VERSION_TEXT}`;
  const end = 'Delete what was kept once all is well.';
  const missing = steps.filter(({ id }) => !present.includes(id));
  if (missing.length === 0)
    return `Next, with ${installed}: hostler doctor, then start the servers and workers. ${end}`;
  const older = `The copy is from an older version: ${missing.length} steps of ${installed} are missing.`;
  const back = 'To go back to that version, point /opt/hostler/current to it now and start the servers and workers.';
  const stay = `To stay with ${installed}, run: hostler migrate && hostler doctor, then start them.`;
  return `${older} ${back} ${stay} ${end}`;
}

/** Steps of the migrations table itself belong to every version. */
function isKnown(known: ReadonlySet<string>, id: string): boolean {
  return known.has(id) || id.startsWith('migrations-');
}

function refuseOtherKey({ secretKey }: Config, name: string | undefined, place: string | undefined): void {
  if (name === undefined || name === new Vault(secretKey).keyName) return;
  const where = place === undefined ? '' : ` That key is kept at: ${place}.`;
  throw new AppError(
    'CONFLICT',
    `The copy was made with another secret key.${where} Put the secret.key that belongs to it into the data folder, or set HOSTLER_SECRET_KEY to it, and try again. Nothing was changed.`,
  );
}

function refuseNewer(unknown: readonly string[]): void {
  if (unknown.length === 0) return;
  throw new AppError(
    'CONFLICT',
    `The copy was made by a newer version, whose tables this one does not know (${unknown.slice(0, 3).join(', ')}). Restore it with that version. Nothing was changed.`,
  );
}
