import type { Database } from './database.ts';
import type { Migration } from './migrate.ts';
import { type Query, sql } from './query.ts';

/**
 * Versions for cached responses on PostgreSQL, where many processes write: when each listed table was last written, per
 * account. Writers update them in the same transaction (postgres/versions.ts). So a cached response is valid while the
 * versions are those from before it was read.
 *
 * Some writers do not: an older version of the program that knows fewer tables, a person with psql, a migration script.
 * Triggers record those in one row, and while it exists nothing is cached. Our own transactions skip the triggers by
 * the name of their connection, at no cost. Doing all of it in triggers would take as long as the writes themselves,
 * and take locks in an uncontrolled order.
 */
export interface VersionedTable {
  readonly name: string;
  /** Not per account: all readers and writers share the same rows. */
  readonly shared?: boolean;
  /**
   * Table whose version also covers this one. Readers of this table always read that one, too, so one update suffices.
   */
  readonly with?: string;
}

/**
 * In the order in which they were first listed, which never changes: a trigger checks that a writer knows that many.
 */
export type VersionedTables = readonly VersionedTable[];

/** Dependency of every response. */
export const FOREIGN_WRITES = 'foreign_writes';

export function versionsMigrations(tables: VersionedTables): Migration[] {
  return [
    {
      id: 'versions-001',
      script: `
        create table versions (
          table_name text not null,
          account_id bigint not null,
          version bigint not null,
          primary key (table_name, account_id)
        );
        create table foreign_writes (id {id});
        {foreign writes};`,
    },
    // Each table has its own step, because a step waits for the writers of its table.
    ...tables.map(({ name }, index) => ({
      id: `versions-${String(index + 2).padStart(3, '0')}`,
      script: `{versions of ${name} since ${index + 1}};`,
    })),
  ];
}

const NOTED = sql<object, { id: number }>('select id from foreign_writes limit 1');
// A transaction that is still open holds the row it relies on.
const FORGET = sql<object>('delete from foreign_writes where id in (select id from foreign_writes {skip locked})');

/** Deletes the record of foreign writes, after which everything cached before is outdated. */
function* forgetForeignWrites(): Query<void> {
  if (yield* NOTED.one({})) yield* FORGET.run({});
}

/** Nothing is cached for this long after a foreign write. */
const FORGET_EVERY_MS = 60_000;

export function versionsUpkeep(db: Pick<Database, 'write'>) {
  return {
    name: 'versions.forget-foreign-writes',
    everyMs: FORGET_EVERY_MS,
    run: () => db.write(forgetForeignWrites),
  };
}
