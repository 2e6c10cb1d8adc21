import {
  addToTotal,
  countRow,
  defineList,
  foldForSearch,
  later,
  moveRow,
  type NewRow,
  nullable,
  number,
  ofAccount,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import type { ResourceRef } from './kinds.ts';
import { BACKUP_ORDERS, type BackupStatus, type BackupType } from './schemas.ts';

export const backups = table(
  'backups',
  {
    id: number(),
    name: text(),
    type: text<BackupType>(),
    resource_type: text(),
    resource_id: number(),
    status: text<BackupStatus>(),
    /** Size expected before the backup was made. 1 if unknown. */
    expected_bytes: number(),
    size_bytes: later(number()),
    checksum: later(text()),
    verified_at: later(number()),
    error: later(text()),
    created_at: number(),
    completed_at: later(number()),
    drilled_at: later(number()),
    drill_error: later(text()),
  },
  {
    // `last_since` is set for last backups only: when the source was last modified.
    hidden: { account_id: number(), engine: nullable(text()), search_text: text(), last_since: nullable(number()) },
  },
);
export type BackupRow = Row<typeof backups>;
export type NewBackupRow = Omit<NewRow<typeof backups>, 'status'> & { engine: string; last_since: number | null };

const OF_RESOURCE = 'resource_type = :resource_type and resource_id = :resource_id';
/** Backups with a good file. A restore reads the file and does not change it. */
const GOOD = `status in ('completed', 'restoring')`;

const FIND = sql<{ account_id: number; id: number }, BackupRow>(
  `select ${backups.columns} from backups where account_id = :account_id and id = :id`,
);
const CHANGE = sql<BackupRow & { account_id: number; from: BackupStatus }, BackupRow>(
  `update backups set status = :status, size_bytes = :size_bytes, checksum = :checksum, verified_at = :verified_at,
     completed_at = :completed_at, error = :error
   where account_id = :account_id and id = :id and status = :from returning ${backups.columns}`,
);
const DELETE = sql<{ account_id: number; id: number }, BackupRow>(
  `delete from backups where account_id = :account_id and id = :id and status in ('completed', 'failed')
     and drilling = 0
   returning ${backups.columns}`,
);
type OfResource = Pick<BackupRow, 'resource_type' | 'resource_id'> & { account_id: number };
const LAST_SIZE = sql<OfResource, Pick<BackupRow, 'size_bytes'>>(
  `select size_bytes from backups where account_id = :account_id and ${OF_RESOURCE} and ${GOOD} order by id desc limit 1`,
);
const OLDEST_KEPT = sql<OfResource & { before: number }, Pick<BackupRow, 'id'>>(
  `select id from backups where account_id = :account_id and ${OF_RESOURCE} and type = 'scheduled' and ${GOOD}
   order by id desc limit 1 offset :before`,
);
const OLDER = sql<OfResource & { id: number; limit: number }, Pick<BackupRow, 'id'>>(
  `select id from backups where account_id = :account_id and ${OF_RESOURCE} and type = 'scheduled'
     and status in ('completed', 'failed') and id < :id
   order by id limit :limit`,
);
const OF_ONE = { account_id: ':account_id', resource_type: ':resource_type', resource_id: ':resource_id' };
const LIST = defineList<BackupRow>({
  columns: backups.columns,
  strands: [ofAccount('backups')],
  orders: BACKUP_ORDERS,
});
const LIST_OF_RESOURCE = defineList<BackupRow>({
  columns: backups.columns,
  strands: [{ table: 'backups', keys: OF_ONE, searchable: true }],
  orders: BACKUP_ORDERS,
});

export const backupsLimit = defineLimit({
  name: 'backups',
  default: 1_000,
  what: 'backups',
  advice: 'Remove one',
  counts: { list: 'backups' },
});

/** Counts stored bytes and the expected bytes of unfinished backups. */
export const backupBytesLimit = defineLimit({
  name: 'backup_bytes',
  default: 1024 ** 4,
  what: 'backups',
  unit: 'bytes',
  advice: 'Remove some',
  counts: { list: 'backup bytes' },
});

/** Lists the backups of all resources or of one. */
export function listBackups(accountId: number, page: PageRequest, of?: ResourceRef): Query<Page<BackupRow>> {
  if (!of) return LIST(accountId, page);
  return LIST_OF_RESOURCE(accountId, page, { parameters: columnsOf(of), counts: [totalsOf(columnsOf(of))] });
}

export function findBackup(accountId: number, id: number): Query<BackupRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

export function* insertBackup(accountId: number, { engine, last_since, ...backup }: NewBackupRow): Query<BackupRow> {
  const hidden = { account_id: accountId, engine, last_since, search_text: foldForSearch(backup.name) };
  const row = yield* backups.insert({ ...backup, status: 'pending' }, hidden);
  yield* addBytes(accountId, row.expected_bytes);
  for (const list of ['backups', totalsOf(row)]) {
    yield* countRow({ account_id: accountId, list, status: row.status, id: row.id, count: 1 });
  }
  return row;
}

/** Changes a backup from the status that was read. Returns undefined if it was changed concurrently. */
export function* changeBackup(
  accountId: number,
  backup: BackupRow,
  changes: Partial<Omit<BackupRow, 'id'>>,
): Query<BackupRow | undefined> {
  const changed = yield* CHANGE.one({ ...backup, ...changes, account_id: accountId, from: backup.status });
  if (!changed) return undefined;
  yield* addBytes(accountId, bytesOf(changed) - bytesOf(backup));
  for (const list of ['backups', totalsOf(backup)]) {
    yield* moveRow(accountId, list, backup.id, backup.status, changed.status);
  }
  return changed;
}

/** Deletes a backup and returns its last row. Returns undefined if it does not exist or is in progress. */
export function* deleteBackup(accountId: number, id: number): Query<BackupRow | undefined> {
  const gone = yield* DELETE.one({ account_id: accountId, id });
  if (!gone) return undefined;
  yield* addBytes(accountId, -bytesOf(gone));
  for (const list of ['backups', totalsOf(gone)]) {
    yield* countRow({ account_id: accountId, list, status: gone.status, id, count: -1 });
  }
  return gone;
}

/** Returns the size of the newest good backup of a resource. */
export function* findLastSize(accountId: number, of: ResourceRef): Query<number | undefined> {
  return (yield* LAST_SIZE.one({ account_id: accountId, ...columnsOf(of) }))?.size_bytes ?? undefined;
}

/** Lists the scheduled backups older than the newest `keep` good ones, including failed ones. */
export function* listExpired(accountId: number, of: ResourceRef, keep: number, limit: number): Query<number[]> {
  const mine = { account_id: accountId, ...columnsOf(of) };
  const oldestKept = yield* OLDEST_KEPT.one({ ...mine, before: keep - 1 });
  if (!oldestKept) return [];
  return (yield* OLDER.all({ ...mine, id: oldestKept.id, limit })).map(({ id }) => id);
}

/** Returns the name of the list that counts the backups of one resource. */
function totalsOf({ resource_type, resource_id }: Pick<BackupRow, 'resource_type' | 'resource_id'>): string {
  return `backups/${resource_type}/${resource_id}`;
}

function columnsOf({ type, id }: ResourceRef) {
  return { resource_type: type, resource_id: id };
}

/** Adds to the total of bytes. Called before other totals, so that two transactions of one account cannot deadlock. */
function* addBytes(accountId: number, bytes: number): Query<void> {
  if (bytes !== 0) yield* addToTotal(accountId, 'backup bytes', '', bytes);
}

function bytesOf({ status, expected_bytes, size_bytes }: BackupRow): number {
  return status === 'pending' || status === 'running' ? expected_bytes : (size_bytes ?? 0);
}
