import { existsSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { CheckedEngine } from './health.ts';
import type { Hostler } from './hostler.ts';
import { type Command, command, text } from './kernel/command.ts';
import type { Database } from './kernel/db/database.ts';
import { type Query, sql } from './kernel/db/query.ts';
import { AppError } from './kernel/errors.ts';
import { syncPath } from './kernel/sync-path.ts';
import { DAY, formatTime } from './kernel/time.ts';
import { VERSION } from './version.ts';

type House = Pick<Hostler, 'db' | 'config' | 'vault' | 'clock'>;

export function backupDataCommand(house: House): Command {
  const { db, config, clock } = house;
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  return command({
    name: 'backup-data',
    summary: 'Copy the database to a file while everything runs.',
    options: { to: text('The file to write; it must not exist yet.') },
    async run({ to: file }) {
      if (existsSync(file)) throw new AppError('CONFLICT', `${file} exists already.`);
      // A file of this name is whole: what breaks off leaves only this one behind.
      const part = `${file}.part`;
      const at = clock.now();
      try {
        await rm(part, { force: true });
        // It holds what the database holds, password hashes among it: nobody else may read it, also while it is written.
        await writeFile(part, '', { mode: 0o600, flag: 'wx' });
        const copied = await (url ? copyShared(house, url, part, at) : copyEmbedded(db, part));
        await syncPath(part);
        await rename(part, file);
        await syncPath(dirname(resolve(file)));
        await db.write(() => noteCopy(at));
        const { size } = await stat(file);
        return {
          file,
          size_bytes: size,
          ...copied,
          note: describeKey(url ? undefined : config.dataDir),
        };
      } finally {
        await rm(part, { force: true });
      }
    },
  });
}

async function copyEmbedded(db: Database, file: string): Promise<object> {
  const { SqliteDatabase } = await import('./kernel/db/sqlite/sqlite.ts');
  if (db instanceof SqliteDatabase) await db.copyTo(file);
  return {};
}

async function copyShared({ vault }: House, url: string, file: string, at: number): Promise<object> {
  const { dumpDatabase } = await import('./kernel/db/postgres/dump.ts');
  return dumpDatabase(url, file, { version: VERSION, made_at: formatTime(at), secret_key_name: vault.keyName });
}

function describeKey(dataDir: string | undefined): string {
  const key = dataDir ? `${dataDir}/secret.key` : 'HOSTLER_SECRET_KEY';
  return `The secret key is not in it. Keep ${key} too, in another place: one is of no use without the other.`;
}

const NOTE = sql<{ value: string }>(
  `insert into settings (name, value) values ('last_copy', :value)
   on conflict (name) do update set value = excluded.value`,
);
const NOTED = sql<object, { value: string }>(`select value from settings where name = 'last_copy'`);

function* noteCopy(at: number): Query<void> {
  yield* NOTE.run({ value: String(at) });
}

const OLD_MS = 7 * DAY;

/** For `doctor`: how much would be lost with the disk. */
export function checkCopies({ db, clock }: Pick<Hostler, 'db' | 'clock'>): CheckedEngine {
  return {
    name: 'copy of the data',
    async check() {
      const fine = { reachable: true, version: null, advice: null };
      const noted = await db.read(NOTED.one({}));
      if (!noted) {
        const advice = 'Have hostler backup-data run every night, unless the database is copied in another way';
        return { ...fine, detail: 'There was none by backup-data yet', advice };
      }
      const at = Number(noted.value);
      const isOld = clock.now() - at > OLD_MS;
      return {
        ...fine,
        detail: `The last by backup-data was made on ${formatTime(at)}`,
        advice: isOld ? 'Look why backup-data does not run any more' : null,
      };
    },
  };
}
