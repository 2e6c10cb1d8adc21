import {
  defineList,
  later,
  listedTable,
  number,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  text,
} from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import { SNAPSHOT_ORDERS, type SnapshotStatus } from './schemas.ts';

const NAME = 'hosting_snapshots';

export const snapshots = listedTable(NAME, {
  id: number(),
  hosting_id: number(),
  name: text(),
  status: text<SnapshotStatus>(),
  size_bytes: later(number()),
  error: later(text()),
  /** Settings of the machine before a restore, in the format of the engine. Null unless a restore is in progress. */
  settings: later(text()),
  created_at: number(),
  updated_at: number(),
});
export type SnapshotRow = Row<typeof snapshots>;

type Changes = Partial<Pick<SnapshotRow, 'status' | 'size_bytes' | 'error' | 'settings'>>;
type OfServer = { account_id: number; hosting_id: number };

export const snapshotsLimit = defineLimit({
  name: 'snapshots_per_server',
  default: 5,
  what: 'snapshots',
  advice: 'Remove one',
  each: 'server',
});

const CHANGE = sql<SnapshotRow & { account_id: number; from: SnapshotStatus }, SnapshotRow>(
  `update hosting_snapshots set status = :status, size_bytes = :size_bytes, error = :error, settings = :settings,
     updated_at = :updated_at
   where account_id = :account_id and id = :id and status = :from returning ${snapshots.columns}`,
);
const DELETE = sql<{ account_id: number; id: number }, SnapshotRow>(
  `delete from hosting_snapshots where account_id = :account_id and id = :id and status in ('available', 'failed')
   returning ${snapshots.columns}`,
);
const OF_SERVER = sql<OfServer, { id: number }>(
  'select id from hosting_snapshots where account_id = :account_id and hosting_id = :hosting_id order by id',
);
const LIST = snapshots.listIn(SNAPSHOT_ORDERS);
const LIST_OF_SERVER = defineList<SnapshotRow>({
  columns: snapshots.columns,
  orders: SNAPSHOT_ORDERS,
  strands: [{ table: NAME, keys: { account_id: ':account_id', hosting_id: ':hosting_id' }, searchable: true }],
  few: true,
});

export const findSnapshot = snapshots.find;

/** Lists the snapshots of all servers or of one. */
export function listSnapshots(accountId: number, page: PageRequest, hostingId?: number): Query<Page<SnapshotRow>> {
  if (hostingId === undefined) return LIST(accountId, page);
  return LIST_OF_SERVER(accountId, page, { parameters: { hosting_id: hostingId } });
}

export function* countSnapshots(accountId: number, hostingId: number): Query<number> {
  return (yield* OF_SERVER.all({ account_id: accountId, hosting_id: hostingId })).length;
}

export function insertSnapshot(accountId: number, hostingId: number, name: string, now: number): Query<SnapshotRow> {
  const row = { hosting_id: hostingId, name, status: 'creating', created_at: now, updated_at: now } as const;
  return snapshots.insert(accountId, row, { search: [name] });
}

/** Changes a snapshot from the status that was read. Returns undefined if it was changed concurrently. */
export function changeSnapshot(
  accountId: number,
  row: SnapshotRow,
  changes: Changes,
  now: number,
): Query<SnapshotRow | undefined> {
  const values = { ...row, ...changes, updated_at: now, account_id: accountId, from: row.status };
  return snapshots.change(accountId, row, CHANGE.one(values));
}

/** Deletes a snapshot and returns its last row. Returns undefined if work on it is in progress. */
export function deleteSnapshot(accountId: number, id: number): Query<SnapshotRow | undefined> {
  return snapshots.remove(accountId, id, DELETE.one({ account_id: accountId, id }));
}

/** Deletes the records of all snapshots of a server, whose machine is deleted with them. */
export function* deleteSnapshotsOf(accountId: number, hostingId: number): Query<void> {
  for (const { id } of yield* OF_SERVER.all({ account_id: accountId, hosting_id: hostingId })) {
    yield* snapshots.remove(accountId, id);
  }
}
