import { lockName, type Query, runScript, sql } from './query.ts';

/** One step of the schema. Steps are only ever added; a released one is never changed. */
export interface Migration {
  /** `tickets-001`: the module and a number. */
  readonly id: string;
  readonly script: string;
}

/** The tables that are there before any step: what was applied, and single facts about this installation. */
const CREATE_TABLES = `
  create table if not exists migrations (id text primary key, applied_at bigint not null);
  create table if not exists settings (name text primary key, value text not null);`;
const APPLIED = sql<object, { id: string }>('select id from migrations');
const RECORD = sql<{ id: string; applied_at: number }>(
  'insert into migrations (id, applied_at) values (:id, :applied_at)',
);

/** Applies what is missing, in order, in one transaction; several processes may try at the same time. */
export function* applyMigrations(migrations: readonly Migration[], now: number): Query<string[]> {
  yield* lockName('migrations');
  yield* runScript(CREATE_TABLES);
  const missing = yield* findMissing(migrations);
  for (const { id, script } of missing) {
    yield* runScript(script);
    yield* RECORD.run({ id, applied_at: now });
  }
  return missing.map(({ id }) => id);
}

/** Throws where the table itself is missing: then nothing was ever applied. */
export function* findMissing(migrations: readonly Migration[]): Query<Migration[]> {
  const applied = new Set((yield* APPLIED.all({})).map(({ id }) => id));
  return migrations.filter(({ id }) => !applied.has(id));
}

/** Steps that were applied and are not ours. */
export function* findUnknown(migrations: readonly Migration[]): Query<string[]> {
  const known = new Set(migrations.map(({ id }) => id));
  return (yield* APPLIED.all({})).map(({ id }) => id).filter((id) => !known.has(id));
}
