import type { Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { findSnapshot, type SnapshotRow } from './store.ts';

/** Returns a snapshot. Throws NOT_FOUND. */
export function* requireSnapshot(accountId: number, id: number): Query<SnapshotRow> {
  const snapshot = yield* findSnapshot(accountId, id);
  if (!snapshot) throw notFound('Snapshot');
  return snapshot;
}
