import { existsSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Query, readDataFile, syncPath } from '@hostler/database';
import type { CheckedEngine } from '#health/health.ts';
import { type Command, command, text } from '#kernel/command.ts';
import { randomBase62 } from '#kernel/crypto.ts';
import { conflict } from '#kernel/errors.ts';
import { giveName } from '#kernel/give-name.ts';
import { defineGauge, type Metric } from '#kernel/metrics/metric.ts';
import { createReading } from '#kernel/metrics/reading.ts';
import { removeAbandoned } from '#kernel/remove-abandoned.ts';
import { storedValue } from '#kernel/stored-value.ts';
import { DAY, formatTime, HOUR, SECOND } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import { noteLastCopy } from '#program/installation.ts';
import { VERSION } from '#program/version.ts';
import { confirmCommand, findConfirmation } from './confirmation.ts';
import { describeKeyPlace, KEY_KEPT } from './secret-key.ts';

/**
 * Partial files of killed copies, with the side files of SQLite. Less than a day, so that each night removes those of
 * the last.
 */
const ABANDONED = { name: /\.hostler-[0-9A-Za-z]{8}\.part(-[a-z]+)?$/, untouchedMs: 12 * HOUR };

type Installation = Pick<Hostler, 'db' | 'config' | 'vault' | 'clock'>;

export function backupDataCommand(installation: Installation): Command {
  return command({
    name: 'backup-data',
    route: { local: 'It works on the files of the installation.' },
    summary: 'Copy the database to a new file while Hostler is running.',
    options: { to: text('Path of the new file. It must not exist.') },
    run: ({ to: file }) => copyData(installation, file),
  });
}

/** Copies the database to a new file. A file with that name is complete and was read back. */
export async function copyData(installation: Installation, file: string): Promise<object> {
  const { db, config, clock } = installation;
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (existsSync(file)) throw conflict(`${file} exists already.`);
  // A file with the final name is complete: an interrupted copy leaves only this partial file. Its name is unique,
  // because another process may copy to the same file.
  const part = `${file}.hostler-${randomBase62(8)}.part`;
  // To the second, as recorded in the copy.
  const at = Math.floor(clock.now() / SECOND) * SECOND;
  // Before the next copy needs the space.
  await removeAbandoned(dirname(resolve(file)), ABANDONED);
  try {
    // The copy contains password hashes, so nobody else may read it, even while it is written.
    await writeFile(part, '', { mode: 0o600, flag: 'wx' });
    const copied = await (url ? copyShared(installation, url, part, at) : copyEmbedded(installation, part, at));
    await syncPath(part);
    await readBack(part, url !== undefined);
    if (!giveName(part, file)) throw conflict(`${file} exists already.`);
    await syncPath(dirname(resolve(file)));
    await db.write(() => lastCopy.save(at));
    if (!url) noteLastCopy(config.dataDir, { file: resolve(file), made_at: formatTime(at) });
    const { size } = await stat(file);
    return {
      file,
      size_bytes: size,
      ...copied,
      note: `The secret key is not in it. Keep ${describeKeyPlace(config)} too, in another place: one is of no use without the other.`,
    };
  } finally {
    await rm(part, { force: true });
  }
}

/** Reads a whole copy. Throws `DamagedData` if it could not be restored. */
export async function readBack(file: string, isShared: boolean): Promise<void> {
  if (isShared) await readDataFile(file);
  else (await import('@hostler/database/sqlite/copies')).examineCopy(file);
}

async function copyEmbedded({ config }: Installation, file: string, at: number): Promise<object> {
  const { copyFile } = await import('@hostler/database/sqlite/copies');
  // For `doctor` after a restore; a copy of PostgreSQL has the time in its header.
  await copyFile(join(config.dataDir, 'hostler.db'), file, { [LAST_COPY]: String(at) });
  return {};
}

async function copyShared({ db, vault }: Installation, url: string, file: string, at: number): Promise<object> {
  const { dumpDatabase } = await import('@hostler/database/postgres/copies');
  const kept = await db.read(findConfirmation(KEY_KEPT));
  return dumpDatabase(url, file, {
    version: VERSION,
    made_at: formatTime(at),
    secret_key_name: vault.keyName,
    ...(kept ? { secret_key_place: kept.place } : {}),
  });
}

/** Setting with the time of the last copy. */
export const LAST_COPY = 'last_copy';

const lastCopy = storedValue<number>(LAST_COPY);

/** Returns when the last copy was made and read back; undefined if there is none. */
export const readLastCopy = lastCopy.read;

/** Returns whether a copy was made. */
export function* hasDataCopy(): Query<boolean> {
  return (yield* readLastCopy()) !== undefined;
}

const OLD_MS = 7 * DAY;

/** Exports the time of the last copy; 0 if there is none. */
export function copyMetric({ db }: Pick<Hostler, 'db'>): Metric {
  const read = createReading(async () => (await db.peek(readLastCopy())) ?? 0);
  return defineGauge({
    name: 'hostler_last_data_copy_timestamp_seconds',
    help: 'When backup-data made the last copy of the database; 0 if it made none.',
    async collect() {
      const at = await read();
      this.reset();
      if (at !== undefined) this.set(at / SECOND);
    },
  });
}

/** Reports to `doctor` how much would be lost with the disk. */
export function checkCopies({ db, clock }: Pick<Hostler, 'db' | 'clock'>): CheckedEngine {
  return {
    name: 'copy of the data',
    async check() {
      const fine = { reachable: true, version: null, advice: null };
      const at = await db.read(readLastCopy());
      if (at === undefined) {
        const advice =
          'Run `hostler nightly-copy` every night, as the Debian package does, unless another tool backs up the database';
        return { ...fine, detail: 'No copy was made by backup-data yet', advice };
      }
      const time = formatTime(at);
      const found = { ...fine, detail: `The last copy was made and read back on ${time}` };
      if (clock.now() - at > OLD_MS) return { ...found, advice: 'Find out why no newer copy was made' };
      const elsewhere = await db.read(findConfirmation(ELSEWHERE));
      if (elsewhere) {
        return { ...fine, detail: `The last copy was made and read back on ${time}. Also kept at: ${elsewhere.place}` };
      }
      return {
        ...found,
        advice:
          'Copy it to another machine every day, because a broken disk takes both. Then run: hostler data-copies confirm --place "…"',
      };
    },
  };
}

/** Setting with the other machine. */
const ELSEWHERE = 'copies_kept';

export function confirmCopiesCommand(installation: Pick<Hostler, 'db' | 'config' | 'vault' | 'clock'>): Command {
  return confirmCommand(installation, {
    name: 'data-copies confirm',
    summary: 'Record that the copies of the data are also kept on another machine. doctor warns until then.',
    place: 'Where they are, for example "backup.example.com, every day at 4".',
    setting: ELSEWHERE,
  });
}
