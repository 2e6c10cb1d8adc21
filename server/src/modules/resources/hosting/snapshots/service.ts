import type { Page, PageRequest, Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { AppError } from '#kernel/errors.ts';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import { formatTime } from '#kernel/time.ts';
import { startAction } from '../../../platform/actions/index.ts';
import { instanceName, serialKeyOf, snapshotName } from '../machine.ts';
import type { HostingService } from '../service.ts';
import { refuseUnless, refuseWhileBusy } from '../state.ts';
import type { HostingRow } from '../store.ts';
import { changeHosting } from '../work.ts';
import type { SnapshotActions, SnapshotInput } from './actions.ts';
import { errors } from './errors.ts';
import { requireSnapshot } from './find.ts';
import type { NewSnapshot, SnapshotStatus } from './schemas.ts';
import * as store from './store.ts';

/** A snapshot with its queued action. */
export interface Queued {
  snapshot: store.SnapshotRow;
  actionId: number;
}

interface Dependencies {
  hosting: Pick<HostingService, 'find' | 'beginRestore'>;
  vps: Pick<VpsDriver, 'capabilities'>;
  actions: SnapshotActions;
}

export type SnapshotService = ReturnType<typeof createSnapshotService>;

export function createSnapshotService({ hosting, vps, actions }: Dependencies) {
  function* list(accountId: number, page: PageRequest, hostingId?: number): Query<Page<store.SnapshotRow>> {
    if (hostingId !== undefined) yield* hosting.find(accountId, hostingId);
    return yield* store.listSnapshots(accountId, page, hostingId);
  }

  /** Records a snapshot of a running or stopped VPS and queues its creation. Only one at a time per VPS. */
  function* create(accountId: number, hostingId: number, input: NewSnapshot, now: number): Query<Queued> {
    const server = yield* changeHosting(accountId, hostingId, now, (row) => {
      refuseUnless(row, ['running', 'stopped'], 'snapshotted');
      refuseWhileBusy(row);
      return { pending: 'snapshot' };
    });
    refuseWithoutEngine();
    const name = input.name ?? `${server.hostname} ${formatTime(now).slice(0, 16).replace('T', ' ')}`;
    const snapshot = yield* store.insertSnapshot(accountId, hostingId, name, now);
    // The change of the server has locked it, so of two concurrent requests the second counts the first.
    yield* store.snapshotsLimit.check(accountId, yield* store.countSnapshots(accountId, hostingId));
    return yield* queue(actions.create, snapshot, inputOf(accountId, snapshot), now);
  }

  /** Queues the return of a VPS to the state of a snapshot. Other snapshots stay. */
  function* restore(accountId: number, id: number, now: number): Query<Queued> {
    const snapshot = yield* requireSnapshot(accountId, id);
    refuseWithoutEngine();
    if (snapshot.status !== 'available') throw NOT_RESTORABLE[snapshot.status]();
    const server = yield* hosting.beginRestore(accountId, snapshot.hosting_id, now);
    const restoring = yield* store.changeSnapshot(accountId, snapshot, { status: 'restoring', error: null }, now);
    if (!restoring) throw NOT_RESTORABLE.restoring();
    const input = { ...inputOf(accountId, snapshot), shallRun: server.status_before !== 'stopped' };
    return yield* queue(actions.restore, restoring, input, now);
  }

  /** Deletes the record with this commit. The engine deletes the snapshot afterwards. */
  function* remove(accountId: number, id: number, now: number): Query<Queued> {
    const { hosting_id } = yield* requireSnapshot(accountId, id);
    refuseRemoval(yield* hosting.find(accountId, hosting_id));
    const snapshot = yield* store.deleteSnapshot(accountId, id);
    if (!snapshot) throw errors.snapshot_busy();
    return yield* queue(actions.remove, snapshot, inputOf(accountId, snapshot), now);
  }

  function* queue<Input extends SnapshotInput, Outcome, Found>(
    kind: ActionKind<Input, Outcome, Found>,
    snapshot: store.SnapshotRow,
    input: Input,
    now: number,
  ): Query<Queued> {
    const serialKey = serialKeyOf(snapshot.hosting_id);
    const { accountId } = input;
    const action = yield* startAction(kind, { accountId, resourceId: snapshot.id, input, serialKey, now });
    return { snapshot, actionId: action.id };
  }

  function refuseWithoutEngine(): void {
    if (vps.capabilities.has('snapshots')) return;
    throw errors.engine_without_snapshots();
  }

  return { list, create, restore, remove };
}

function refuseRemoval(server: HostingRow): void {
  // A VPS in error may have lost its machine: its snapshots must be removable before a backup is restored.
  refuseUnless(server, ['running', 'stopped', 'error'], 'changed');
  refuseWhileBusy(server);
}

function inputOf(accountId: number, { id, hosting_id }: store.SnapshotRow): SnapshotInput {
  return { accountId, hostingId: hosting_id, name: instanceName(hosting_id), snapshot: snapshotName(id) };
}

const NOT_RESTORABLE: Record<SnapshotStatus, () => AppError> = {
  creating: errors.snapshot_being_created,
  restoring: errors.snapshot_being_restored,
  failed: errors.snapshot_failed,
  available: errors.snapshot_changed_meanwhile,
};
