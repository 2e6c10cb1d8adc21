import { lockName, type Query, runScript, sql } from './query.ts';
import type { TableIndex } from './script.ts';

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
  /** Why the version before works on all the same, where `npm run check` would refuse the step. */
  readonly harmless?: string;
}

/** A step that was applied and is not ours: a newer version has been here. */
export interface UnknownStep {
  readonly id: string;
  readonly breaks: boolean;
}

/** The steps could not be taken to their end; what was done of them stays, and the next attempt goes on from there. */
export class MigrationStopped extends Error {
  override name = 'MigrationStopped';
}

/**
 * The tables that are there before any step: what was applied, what of it is still to be built, and single facts about
 * this installation.
 */
const CREATE_TABLES = `
  create table if not exists migrations (id text primary key, applied_at bigint not null);
  create table if not exists pending_indexes (name text primary key, step text not null, table_name text not null,
    statement text not null);
  create table if not exists settings (name text primary key, value text not null);`;
/** Kept with the steps, because a version that does not know a step must know what it did. */
const OWN: Migration = { id: 'migrations-001', script: 'alter table migrations add column breaks bigint;' };

const APPLIED = sql<object, { id: string }>('select id from migrations');
const APPLIED_WITH_BREAKS = sql<object, { id: string; breaks: number | null }>('select id, breaks from migrations');
const RECORD = sql<{ id: string; applied_at: number; breaks: number | null }>(
  'insert into migrations (id, applied_at, breaks) values (:id, :applied_at, :breaks)',
);
const PENDING = sql<object, TableIndex & { step: string }>(
  'select step, name, table_name as "table", statement from pending_indexes order by step, name',
);
const DEFER = sql<TableIndex & { step: string }>(
  'insert into pending_indexes (name, step, table_name, statement) values (:name, :step, :table, :statement)',
);
const BUILT = sql<{ name: string }>('delete from pending_indexes where name = :name');

/** Applies what is missing, in order, in one transaction; several processes may try at the same time. */
export function* applyMigrations(migrations: readonly Migration[], now: number): Query<string[]> {
  yield* lockName('migrations');
  yield* runScript(CREATE_TABLES);
  const missing = yield* findUnapplied(migrations);
  for (const step of missing) {
    yield* runScript(step.script);
    yield* recordStep(step, now);
  }
  return missing.map(({ id }) => id);
}

export function* recordStep({ id, breaks }: Migration, now: number): Query<void> {
  yield* RECORD.run({ id, applied_at: now, breaks: breaks ? 1 : null });
}

function* findUnapplied(migrations: readonly Migration[]): Query<Migration[]> {
  const applied = new Set((yield* APPLIED.all({})).map(({ id }) => id));
  return [OWN, ...migrations].filter(({ id }) => !applied.has(id));
}

/** Throws where a table of its own is missing: then nothing was ever applied, or by a version that knew less. */
export function* findMissing(migrations: readonly Migration[]): Query<Migration[]> {
  const unfinished = new Set((yield* PENDING.all({})).map(({ step }) => step));
  const unapplied = new Set(yield* findUnapplied(migrations));
  return [OWN, ...migrations].filter((step) => unapplied.has(step) || unfinished.has(step.id));
}

/** To be asked where nothing is missing. */
export function* findUnknown(migrations: readonly Migration[]): Query<UnknownStep[]> {
  const known = new Set([OWN, ...migrations].map(({ id }) => id));
  const unknown = (yield* APPLIED_WITH_BREAKS.all({})).filter(({ id }) => !known.has(id));
  return unknown.map(({ id, breaks }) => ({ id, breaks: breaks === 1 }));
}

/** Throws where nothing was ever applied. */
export function* countSteps(): Query<number> {
  return (yield* APPLIED.all({})).length;
}

export function* isApplied({ id }: Migration): Query<boolean> {
  return (yield* APPLIED.all({})).some((applied) => applied.id === id);
}

/** Indexes that are built after their step, where that cannot be done in its transaction; also of other versions' steps. */
export const pendingIndexes = {
  list: () => PENDING.all({}),
  *add(step: Migration, indexes: readonly TableIndex[]): Query<void> {
    for (const { name, table, statement } of indexes) {
      yield* BUILT.run({ name });
      yield* DEFER.run({ step: step.id, name, table, statement });
    }
  },
  *remove(name: string): Query<void> {
    yield* BUILT.run({ name });
  },
};
