import { lockName, type Query, runScript, sql } from './query.ts';
import type { TableIndex } from './script.ts';

/**
 * A schema migration. Migrations are only added; a released one is never changed. A migration expands the schema
 * (tables, columns with a default, indexes), so that processes of the previous version keep working next to the new
 * one.
 */
export interface Migration {
  /** Module and number, for example `tickets-001`. */
  readonly id: string;
  readonly script: string;
  /**
   * Set if the previous version cannot work with the result, because something it uses is gone or has another meaning.
   */
  readonly breaks?: true;
  /** Why the previous version keeps working. Needed if `npm run check` refuses the migration otherwise. */
  readonly harmless?: string;
}

/** An applied migration that this version does not know: a newer version has run. */
export interface UnknownStep {
  readonly id: string;
  readonly breaks: boolean;
}

/** The migration stopped early. Applied steps stay, and the next attempt continues from there. */
export class MigrationStopped extends Error {
  override name = 'MigrationStopped';
}

/**
 * Tables that exist before any migration: applied migrations, indexes still to be built, and settings of this
 * installation.
 */
const CREATE_TABLES = `
  create table if not exists migrations (id text primary key, applied_at bigint not null);
  create table if not exists pending_indexes (name text primary key, step text not null, table_name text not null,
    statement text not null);
  create table if not exists settings (name text primary key, value text not null);`;
/** Stored with the migration, because a version that does not know it must know its effect. */
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

/** Returns the migrations. Throws if two of them have the same id. */
export function refuseDuplicates(migrations: readonly Migration[]): readonly Migration[] {
  const known = new Map<string, Migration>();
  for (const step of migrations) {
    const first = known.get(step.id);
    if (first) {
      const [one, other] = [first, step].map(({ script }) => `"${script.trim().split('\n')[0]?.trim()}"`);
      throw new Error(
        `Two migrations have the id ${step.id}: ${one} and ${other}. Give the newer one the next free id.`,
      );
    }
    known.set(step.id, step);
  }
  return migrations;
}

/** Applies missing migrations in order, in one transaction. Several processes may try at the same time. */
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

/**
 * Returns migrations that are not completely applied. Throws if a table of its own is missing: nothing was applied yet,
 * or only by an older version.
 */
export function* findMissing(migrations: readonly Migration[]): Query<Migration[]> {
  const unfinished = new Set((yield* PENDING.all({})).map(({ step }) => step));
  const unapplied = new Set(yield* findUnapplied(migrations));
  return [OWN, ...migrations].filter((step) => unapplied.has(step) || unfinished.has(step.id));
}

/** Returns applied migrations that this version does not know. Call it only if none is missing. */
export function* findUnknown(migrations: readonly Migration[]): Query<UnknownStep[]> {
  const known = new Set([OWN, ...migrations].map(({ id }) => id));
  const unknown = (yield* APPLIED_WITH_BREAKS.all({})).filter(({ id }) => !known.has(id));
  return unknown.map(({ id, breaks }) => ({ id, breaks: breaks === 1 }));
}

/** Throws if nothing was applied yet. */
export function* countSteps(): Query<number> {
  return (yield* APPLIED.all({})).length;
}

export function* isApplied({ id }: Migration): Query<boolean> {
  return (yield* APPLIED.all({})).some((applied) => applied.id === id);
}

/** Indexes that are built after their migration, outside its transaction, including those of other versions. */
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
