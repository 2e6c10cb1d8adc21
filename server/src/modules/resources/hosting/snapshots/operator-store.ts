import { byColumn, defineStaffList } from '@hostler/database';
import { ACCOUNT_NAME, type Owned } from '../../owned.ts';
import { SNAPSHOT_STATUSES, type SnapshotStatus } from './schemas.ts';
import { type SnapshotRow, snapshots } from './store.ts';

type OwnedSnapshotRow = Owned<SnapshotRow> & { hostname: string };

/** Lists the snapshots of all accounts or of one. */
export const listAllSnapshots = defineStaffList<OwnedSnapshotRow, SnapshotStatus>({
  select: `select account_id, ${ACCOUNT_NAME}, ${snapshots.columns},
    (select hostname from hosting where hosting.id = hosting_id) as hostname from hosting_snapshots`,
  statuses: byColumn(SNAPSHOT_STATUSES),
  searched: ['name'],
});
