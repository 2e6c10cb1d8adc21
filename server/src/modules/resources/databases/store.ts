import { later, listedTable, number, type Query, type Row, sql, text } from '@hostler/database';
import type { SqlAccess, SqlEngine } from '#engines/sql/driver.ts';
import { defineLimit } from '#kernel/limits/limit.ts';
import { DATABASE_ORDERS, type DatabaseStatus } from './schemas.ts';

export const databases = listedTable(
  'databases',
  {
    id: number(),
    name: text(),
    engine: text<SqlEngine>(),
    version: later(text()),
    status: text<DatabaseStatus>(),
    /** Name of the user on the server, and also of the database. */
    username: text(),
    size_bytes: number(),
    /** Access of the owner, which depends on the size. `closed` while the account is suspended. */
    access: text<SqlAccess>(),
    created_at: number(),
  },
  { hidden: { measured_at: number() }, unique: 'account_id, name' },
);
export type DatabaseRow = Row<typeof databases>;

const CHANGE_STATUS = sql<
  Pick<DatabaseRow, 'id' | 'status'> & { account_id: number; from: DatabaseStatus },
  DatabaseRow
>(
  `update databases set status = :status
   where account_id = :account_id and id = :id and status = :from returning ${databases.columns}`,
);
const NOTE_FACTS = sql<{
  account_id: number;
  id: number;
  version: string | null;
  size_bytes: number;
  measured_at: number;
}>(
  `update databases set version = :version, size_bytes = :size_bytes, measured_at = :measured_at
   where account_id = :account_id and id = :id`,
);
const CHANGE_ACCESS = sql<{ account_id: number; id: number; from: SqlAccess; access: SqlAccess }>(
  'update databases set access = :access where account_id = :account_id and id = :id and access = :from',
);
const DELETE = sql<{ account_id: number; id: number }, DatabaseRow>(
  `delete from databases where account_id = :account_id and id = :id and status <> 'restoring' returning ${databases.columns}`,
);

export const databasesLimit = defineLimit({
  name: 'databases',
  default: 100,
  what: 'databases',
  advice: 'Remove one',
  counts: { list: 'databases' },
});

/** Enforced when the size is measured (see jobs.ts). A database over the limit becomes read-only. */
export const databaseBytesLimit = defineLimit({
  name: 'database_bytes',
  default: 10 * 1024 ** 3,
  what: 'data',
  unit: 'bytes',
  advice: 'Delete something',
  each: 'database',
});

const OF_ACCOUNT = sql<{ account_id: number }, DatabaseRow>(
  `select ${databases.columns} from databases where account_id = :account_id and status <> 'error' order by id`,
);

/** Lists the databases of an account that its server has, or will have. */
export const listUsable = (accountId: number) => OF_ACCOUNT.all({ account_id: accountId });
export const listDatabases = databases.listIn(DATABASE_ORDERS);
export const findDatabase = databases.find;

/** Returns undefined if the account already has a database of this name. */
export function insertDatabase(
  accountId: number,
  database: Pick<DatabaseRow, 'name' | 'engine' | 'username' | 'created_at'>,
): Query<DatabaseRow | undefined> {
  const row = { ...database, status: 'creating', size_bytes: 0, access: 'full' } as const;
  return databases.insert(accountId, row, { search: [database.name], measured_at: database.created_at });
}

/** Changes the status of a database. Returns undefined if the database is gone or not in the status `from`. */
export function changeStatus(
  accountId: number,
  id: number,
  from: DatabaseStatus,
  status: DatabaseStatus,
): Query<DatabaseRow | undefined> {
  const update = CHANGE_STATUS.one({ account_id: accountId, id, from, status });
  return databases.change(accountId, { id, status: from }, update);
}

export interface DatabaseFacts {
  version: string | null;
  sizeBytes: number;
}

/** Stores the version and size that the server reported. */
export function* noteFacts(accountId: number, id: number, facts: DatabaseFacts, now: number): Query<void> {
  const { version, sizeBytes } = facts;
  yield* NOTE_FACTS.run({ account_id: accountId, id, version, size_bytes: sizeBytes, measured_at: now });
}

/** Returns true if this call changed the access, false if it was changed concurrently. */
export function* changeAccess(accountId: number, id: number, from: SqlAccess, access: SqlAccess): Query<boolean> {
  return (yield* CHANGE_ACCESS.run({ account_id: accountId, id, from, access })) === 1;
}

/** Deletes a database and returns its last row. Returns undefined if it does not exist or is being restored. */
export function deleteDatabase(accountId: number, id: number): Query<DatabaseRow | undefined> {
  return databases.remove(accountId, id, DELETE.one({ account_id: accountId, id }));
}
