import type { SqlAccess, SqlEngine } from '../../../engines/sql/driver.ts';
import { listedTable } from '../../../kernel/db/listed-table.ts';
import { type Query, sql } from '../../../kernel/db/query.ts';
import { later, number, type Row, text } from '../../../kernel/db/table.ts';
import { defineLimit } from '../../../kernel/limits/limit.ts';
import type { DatabaseStatus } from './schemas.ts';

const databases = listedTable(
  'databases',
  {
    id: number(),
    name: text(),
    engine: text<SqlEngine>(),
    version: later(text()),
    status: text<DatabaseStatus>(),
    /** The user, and also the real name of the database, on the server. */
    username: text(),
    size_bytes: number(),
    /** What its size lets its owner do. */
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

/** Judged when its size is measured, see jobs.ts: one that is too large can only be read. */
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
export const listDatabases = databases.list;
export const findDatabase = databases.find;

/** Undefined when the account has one of this name already. */
export function insertDatabase(
  accountId: number,
  database: Pick<DatabaseRow, 'name' | 'engine' | 'username' | 'created_at'>,
): Query<DatabaseRow | undefined> {
  const row = { ...database, status: 'creating', size_bytes: 0, access: 'full' } as const;
  return databases.insert(accountId, row, { search: [database.name], measured_at: database.created_at });
}

/** Moves a database on from one status to another; undefined when it is not in that status, or gone. */
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

/** What its server says about it. */
export function* noteFacts(accountId: number, id: number, facts: DatabaseFacts, now: number): Query<void> {
  const { version, sizeBytes } = facts;
  yield* NOTE_FACTS.run({ account_id: accountId, id, version, size_bytes: sizeBytes, measured_at: now });
}

/** True for the one who changes it. */
export function* changeAccess(accountId: number, id: number, from: SqlAccess, access: SqlAccess): Query<boolean> {
  return (yield* CHANGE_ACCESS.run({ account_id: accountId, id, from, access })) === 1;
}

/** The row as it last was; undefined when there is none, or when it is being restored. */
export function deleteDatabase(accountId: number, id: number): Query<DatabaseRow | undefined> {
  return databases.remove(accountId, id, DELETE.one({ account_id: accountId, id }));
}
