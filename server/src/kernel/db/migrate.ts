import { lockName, type Query, runScript, sql } from './query.ts';

/**
 * One step of the schema. Steps are only ever added; a released one is never changed. A step expands: it adds tables,
 * columns with a default, and indexes, so that processes of the version before work on beside the new one.
 */
export interface Migration {
  /** `tickets-001`: the module and a number. */
  readonly id: string;
  readonly script: string;
  /** The version before cannot work with what this leaves (something it uses is gone or means something else). */
  readonly breaks?: true;
}

/** A step that was applied and is not ours: a newer version has been here. */
export interface UnknownStep {
  readonly id: string;
  readonly breaks: boolean;
}

/** The tables that are there before any step: what was applied, and single facts about this installation. */
const CREATE_TABLES = `
  create table if not exists migrations (id text primary key, applied_at bigint not null);
  create table if not exists settings (name text primary key, value text not null);`;
/** Kept with the steps, because a version that does not know a step must know what it did. */
const OWN: Migration = { id: 'migrations-001', script: 'alter table migrations add column breaks bigint;' };

const APPLIED = sql<object, { id: string }>('select id from migrations');
const APPLIED_WITH_BREAKS = sql<object, { id: string; breaks: number | null }>('select id, breaks from migrations');
const RECORD = sql<{ id: string; applied_at: number; breaks: number | null }>(
  'insert into migrations (id, applied_at, breaks) values (:id, :applied_at, :breaks)',
);

/** Applies what is missing, in order, in one transaction; several processes may try at the same time. */
export function* applyMigrations(migrations: readonly Migration[], now: number): Query<string[]> {
  yield* lockName('migrations');
  yield* runScript(CREATE_TABLES);
  const missing = yield* findMissing(migrations);
  for (const { id, script, breaks } of missing) {
    yield* runScript(script);
    yield* RECORD.run({ id, applied_at: now, breaks: breaks ? 1 : null });
  }
  return missing.map(({ id }) => id);
}

/** Throws where the table itself is missing: then nothing was ever applied. */
export function* findMissing(migrations: readonly Migration[]): Query<Migration[]> {
  const applied = new Set((yield* APPLIED.all({})).map(({ id }) => id));
  return [OWN, ...migrations].filter(({ id }) => !applied.has(id));
}

/** To be asked where nothing is missing. */
export function* findUnknown(migrations: readonly Migration[]): Query<UnknownStep[]> {
  const known = new Set([OWN, ...migrations].map(({ id }) => id));
  const unknown = (yield* APPLIED_WITH_BREAKS.all({})).filter(({ id }) => !known.has(id));
  return unknown.map(({ id, breaks }) => ({ id, breaks: breaks === 1 }));
}
