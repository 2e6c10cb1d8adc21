import { type Query, sql } from '@hostler/database';

/** A node that takes no new servers. */
export interface NodeLock {
  node: string;
  reason: string | null;
  locked_at: number;
}

const COLUMNS = 'node, reason, locked_at';
const LOCKS = sql<object, NodeLock>(`select ${COLUMNS} from node_locks order by node`);
const INSERT = sql<NodeLock, NodeLock>(
  `insert into node_locks (node, reason, locked_at) values (:node, :reason, :locked_at)
   on conflict (node) do nothing returning ${COLUMNS}`,
);
const DELETE = sql<{ node: string }, NodeLock>(`delete from node_locks where node = :node returning ${COLUMNS}`);

export function listLocks(): Query<NodeLock[]> {
  return LOCKS.all({});
}

/** Returns undefined if the node is locked already. */
export function insertLock(lock: NodeLock): Query<NodeLock | undefined> {
  return INSERT.one(lock);
}

/** Returns undefined if the node is not locked. */
export function deleteLock(node: string): Query<NodeLock | undefined> {
  return DELETE.one({ node });
}
