import type { AccountListRequest, Query } from '@hostler/database';
import { type Owned, withOwner } from '../../owned.ts';
import { listAllSnapshots } from './operator-store.ts';
import type { Snapshot, SnapshotStatus } from './schemas.ts';
import { viewSnapshot } from './view.ts';

export type SnapshotOperatorService = ReturnType<typeof createSnapshotOperatorService>;

export function createSnapshotOperatorService() {
  /** Lists the snapshots of all accounts or of one. */
  function* list(request: AccountListRequest<SnapshotStatus> = {}): Query<(Owned<Snapshot> & { hostname: string })[]> {
    const rows = yield* listAllSnapshots(request);
    return rows.map((row) => ({ ...withOwner(row, viewSnapshot(row)), hostname: row.hostname }));
  }

  return { list };
}
