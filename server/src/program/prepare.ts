import {
  applyMigrations,
  countSteps,
  findMissing,
  findUnknown,
  type Migration,
  type Query,
  sql,
  type UnknownStep,
} from '@hostler/database';
import { listJobKinds } from '#kernel/jobs/queue.ts';
import { storedText } from '#kernel/stored-value.ts';
import { formatTime } from '#kernel/time.ts';
import { copyBeforeUpgrade, finishUpgrade } from '#upgrade/copy.ts';
import { describeOldServer, measure } from '#upgrade/measure.ts';
import { noteProgramVersion } from '#upgrade/program-version.ts';
import type { Hostler } from './hostler.ts';
import { noteInstallation } from './installation.ts';
import { VERSION } from './version.ts';

export class NotPrepared extends Error {
  override name = 'NotPrepared';
}

/** Receives progress messages of long steps. */
type Tell = (sentence: string) => void;

/**
 * Migrates the database and checks that its secrets can be decrypted. An embedded one is not changed while a server or
 * worker runs; for a shared one the caller is responsible.
 */
export async function migrate(
  hostler: Hostler,
  { asServer = false, tell = () => {}, copy }: { asServer?: boolean; tell?: Tell; copy?: string | undefined } = {},
): Promise<string[]> {
  const applied = await applyAll(hostler, { asServer, tell, copy });
  if (applied.length > 0) {
    await hostler.db.write(() => noteProgramVersion(VERSION));
    finishUpgrade(hostler);
  }
  if (!hostler.config.databaseUrl) noteInstallation(hostler.config.dataDir, formatTime(hostler.clock.now()));
  await hostler.prepare();
  return applied;
}

interface Applying {
  readonly asServer: boolean;
  readonly tell: Tell;
  readonly copy: string | undefined;
}

async function applyAll(hostler: Hostler, { asServer, tell, copy }: Applying): Promise<string[]> {
  const { db, config } = hostler;
  const missing = await listMissing(hostler);
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  const saveFirst = (steps: readonly Migration[]) => copyBeforeUpgrade(hostler, { missing: steps, copy, tell });
  if (missing.length > 0 && url) {
    await refuseOldServer(url);
    const applied = (await hasSteps(hostler))
      ? await applyInSteps(hostler, { url, tell, saveFirst })
      : await applyMissing(hostler);
    const { boundIdleTransactions } = await import('@hostler/database/postgres');
    await boundIdleTransactions(url);
    return applied;
  }
  const isChange = db.dialect === 'sqlite' && missing.length > 0;
  const unlock = isChange ? await (await loadLocks()).lockForMigration(config.dataDir, { asServer }) : undefined;
  try {
    if (isChange && (await hasSteps(hostler))) await saveFirst(await listUnapplied(hostler));
    return await applyMissing(hostler);
  } finally {
    unlock?.();
  }
}

/** Loaded on demand: only the embedded database needs locks. */
export const loadLocks = () => import('@hostler/database/data-lock');

/** For a database without other users: embedded, or still empty. */
function applyMissing(hostler: Hostler): Promise<string[]> {
  return hostler.db.write(function* () {
    const applied = yield* applyMigrations(hostler.migrations, hostler.clock.now());
    yield* refuseForeign(hostler);
    return applied;
  });
}

interface Stepping {
  readonly url: string;
  readonly tell: Tell;
  saveFirst(steps: readonly Migration[]): Promise<void>;
}

async function applyInSteps(hostler: Hostler, { url, tell, saveFirst }: Stepping): Promise<string[]> {
  const { db, migrations, clock } = hostler;
  const { migrateInSteps } = await import('@hostler/database/postgres/migrations');
  const check = () => refuseForeign(hostler);
  return migrateInSteps(db, migrations, { url, now: clock.now(), tell, check, before: saveFirst });
}

/**
 * For processes other than the server: any may migrate an embedded file, but a shared database is migrated only on
 * request.
 */
export async function ensureMigrated(hostler: Hostler): Promise<void> {
  const { db } = hostler;
  if (db.dialect === 'sqlite') {
    await migrate(hostler);
    return;
  }
  const missing = await listMissing(hostler);
  if (missing.length > 0) throw new NotPrepared('The database is not migrated to this version. Run: hostler migrate');
  await db.write(() => refuseForeign(hostler));
  await hostler.prepare();
}

async function hasSteps({ db }: Hostler): Promise<boolean> {
  try {
    return (await db.read(countSteps())) > 0;
  } catch (error) {
    if (isUndefinedTable(error as { code?: string; message?: string })) return false;
    throw error;
  }
}

/** A database of the first versions has no table of pending indexes, so its missing migrations cannot be listed. */
async function listUnapplied({ config, migrations }: Hostler): Promise<readonly Migration[]> {
  const applied = new Set((await measure(config)).steps.map(({ id }) => id));
  return migrations.filter(({ id }) => !applied.has(id));
}

async function listMissing({ db, migrations }: Hostler): Promise<readonly Migration[]> {
  try {
    return await db.read(findMissing(migrations));
  } catch (error) {
    if (isUndefinedTable(error as { code?: string; message?: string })) return migrations;
    throw error;
  }
}

function isUndefinedTable({ code, message = '' }: { code?: string; message?: string }): boolean {
  return code === '42P01' || (code === 'SQLITE_ERROR' && message.startsWith('no such table'));
}

/** Refuses a database this process cannot use: broken by a newer version, or of another installation. */
function* refuseForeign({ migrations, vault }: Hostler): Query<void> {
  yield* refuseBroken(migrations);
  yield* checkSecretKey(vault.keyName);
}

/** Refuses a database with breaking changes of a newer version. Additions do no harm. */
function* refuseBroken(migrations: Hostler['migrations']): Query<void> {
  const breaking = (yield* findUnknown(migrations)).filter(({ breaks }) => breaks);
  if (breaking.length > 0) throw new NotPrepared(describeBroken(breaking));
}

export function describeBroken(breaking: readonly UnknownStep[]): string {
  const steps = breaking.map(({ id }) => id).join(', ');
  return `A newer version has changed the database so that this one cannot work with it (${steps}). Start that one, or restore a copy from before.`;
}

/** Jobs of kinds that a newer version queued wait for a worker of that version. */
export async function noteUnknownJobs({ db, jobs, log }: Hostler): Promise<void> {
  const known = new Set(jobs.map(({ kind }) => kind));
  const kinds = (await db.read(listJobKinds())).filter((kind) => !known.has(kind));
  if (kinds.length > 0) log.warn({ kinds }, 'jobs of unknown kinds in the queue: they wait for a newer version');
}

const REMEMBER = sql<{ value: string }>(
  `insert into settings (name, value) values ('secret_key_name', :value) on conflict (name) do nothing`,
);

/** With another key no encrypted value could be read, so refuse at start instead of failing later. */
function* checkSecretKey(keyName: string): Query<void> {
  yield* REMEMBER.run({ value: keyName });
  if ((yield* storedText('secret_key_name').read()) === keyName) return;
  throw new NotPrepared(describeOtherKey());
}

export function describeOtherKey(): string {
  return 'The secret key does not belong to this data. Restore secret.key in the data folder, or HOSTLER_SECRET_KEY, from your backup.';
}

async function refuseOldServer(url: string): Promise<void> {
  const { readServerVersion } = await import('@hostler/database/postgres/measure');
  const { version, number } = await readServerVersion(url);
  const problem = describeOldServer(`PostgreSQL ${version}`, number);
  if (problem) throw new NotPrepared(problem);
}
