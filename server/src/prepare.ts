import type { Hostler } from './hostler.ts';
import { applyMigrations, findMissing, findUnknown } from './kernel/db/migrate.ts';
import { type Query, sql } from './kernel/db/query.ts';
import { listJobKinds } from './kernel/jobs/queue.ts';

export class NotPrepared extends Error {
  override name = 'NotPrepared';
}

/** Brings the database's schema up to this version and checks that its secrets can be read. */
export async function migrate({ db, migrations, clock, vault }: Hostler): Promise<string[]> {
  return db.write(function* () {
    const applied = yield* applyMigrations(migrations, clock.now());
    yield* refuseNewer(migrations);
    yield* checkSecretKey(vault.keyName);
    return applied;
  });
}

/** A newer version has been here: this one would read and write tables it does not know. */
function* refuseNewer(migrations: Hostler['migrations']): Query<void> {
  const unknown = yield* findUnknown(migrations);
  if (unknown.length === 0) return;
  throw new NotPrepared(
    `The database was migrated by a newer version (${unknown.join(', ')}). Start that one, or restore a copy from before.`,
  );
}

/** For processes that come after the server: an embedded file may be migrated by anyone, a shared database only on purpose. */
export async function ensureMigrated(hostler: Hostler): Promise<void> {
  const { db, migrations, vault } = hostler;
  if (db.dialect === 'sqlite') {
    await migrate(hostler);
    return;
  }
  const missing = await Promise.resolve(db.read(findMissing(migrations))).catch((error: { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return migrations;
    throw error;
  });
  if (missing.length > 0) throw new NotPrepared('The database is not migrated to this version. Run: hostler migrate');
  await db.write(() => checkSecretKey(vault.keyName));
}

const UNDEFINED_TABLE = '42P01';

/** A job nobody can do would wait for ever; better to say so than to start. */
export async function checkJobKinds({ db, jobs }: Hostler): Promise<void> {
  const known = new Set(jobs.map(({ kind }) => kind));
  const unknown = (await db.read(listJobKinds())).filter((kind) => !known.has(kind));
  if (unknown.length === 0) return;
  throw new NotPrepared(
    `The database holds jobs that this version does not know: ${unknown.join(', ')}. Start a newer one.`,
  );
}

const REMEMBER = sql<{ value: string }>(
  `insert into settings (name, value) values ('secret_key_name', :value) on conflict (name) do nothing`,
);
const RECALL = sql<object, { value: string }>(`select value from settings where name = 'secret_key_name'`);

/** With another key nothing that was encrypted could be read: refuse at start rather than fail later. */
function* checkSecretKey(keyName: string): Query<void> {
  yield* REMEMBER.run({ value: keyName });
  const known = yield* RECALL.one({});
  if (known?.value === keyName) return;
  throw new NotPrepared(
    'The secret key is not the one this data was made with. Restore secret.key in the data folder, or HOSTLER_SECRET_KEY, from your backup.',
  );
}
