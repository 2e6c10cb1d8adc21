import { MINUTE } from '../time.ts';
import type { Database } from './database.ts';
import type { Migration } from './migrate.ts';
import { type Query, sql } from './query.ts';

/**
 * Versions of what answers are read from, for PostgreSQL, where many processes write: for each table and account, of
 * those tables that are listed, when it was last written. Whoever writes makes it newer in the same transaction
 * (postgres/versions.ts), so an answer that was kept is true while the versions are what they were before it was read.
 *
 * Not everybody does: a version of the program that knows fewer tables, a person with psql, a script of a migration.
 * Triggers note those, by one row for all of them, and while it is there nothing is kept. Our own transactions pass the
 * triggers by the name of their connection, which costs them nothing; to have the triggers do all of it would take as long
 * as the writes themselves, and their locks in an order that nobody chose.
 */
export interface VersionedTable {
  readonly name: string;
  /** Of no account: all who write to it, and read it, mean the same rows. */
  readonly shared?: boolean;
  /** The table whose version is its own too: whoever reads this one reads that one as well, so one to make newer will do. */
  readonly with?: string;
}

/** In the order in which they were listed first, which never changes: a trigger asks for writers who know that many. */
export type VersionedTables = readonly VersionedTable[];

/** What every answer depends on. */
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
    // One at a time: each waits for those who write to its table.
    ...tables.map(({ name }, index) => ({
      id: `versions-${String(index + 2).padStart(3, '0')}`,
      script: `{versions of ${name} since ${index + 1}};`,
    })),
  ];
}

const NOTED = sql<object, { id: number }>('select id from foreign_writes limit 1');
// A writer that is not done yet holds the row that it relies on.
const FORGET = sql<object>('delete from foreign_writes where id in (select id from foreign_writes {skip locked})');

/** What others wrote is known to all from here on: all that was kept before is out of date. */
function* forgetForeignWrites(): Query<void> {
  if (yield* NOTED.one({})) yield* FORGET.run({});
}

/** So long nothing is kept after somebody else has written. */
const FORGET_EVERY_MS = MINUTE;

export function versionsUpkeep(db: Pick<Database, 'write'>) {
  return {
    name: 'versions.forget-foreign-writes',
    everyMs: FORGET_EVERY_MS,
    run: () => db.write(forgetForeignWrites),
  };
}
