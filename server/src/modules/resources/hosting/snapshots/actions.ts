import type { Database, Query } from '@hostler/database';
import type { VpsDriver, VpsSnapshot, VpsSpec } from '#engines/vps/driver.ts';
import type { ActionKind, ActionResource, ActionSubject } from '#kernel/jobs/action-kind.ts';
import type { ServerFollowers } from '../followers.ts';
import { specOf } from '../machine.ts';
import { change, ended, type Found, onMachine } from '../outcome.ts';
import type { HostingService } from '../service.ts';
import { findHosting } from '../store.ts';
import { changeSnapshot, findSnapshot, type SnapshotRow } from './store.ts';

const RESOURCE: ActionResource = { type: 'snapshot', scopes: ['hosting.read', 'hosting.write'], lane: 'vps' };

export interface SnapshotInput {
  accountId: number;
  hostingId: number;
  /** Name of the machine. */
  name: string;
  /** Name of the snapshot on the engine. */
  snapshot: string;
}

interface RestoreInput extends SnapshotInput {
  /** True if the VPS is to run after the restore. */
  shallRun: boolean;
}

interface Dependencies {
  db: Database;
  vps: VpsDriver;
  hosting: Pick<HostingService, 'endRestore'>;
  followers: ServerFollowers;
}

export type SnapshotActions = ReturnType<typeof snapshotActions>;

export function snapshotActions({ db, vps, hosting, followers }: Dependencies) {
  const create: ActionKind<SnapshotInput, VpsSnapshot> = {
    type: 'snapshot.create',
    resource: RESOURCE,
    async run({ name, snapshot }, { signal }) {
      try {
        return await onMachine(vps.createSnapshot(name, snapshot, { signal }));
      } catch (error) {
        // A failed snapshot must not use space. Nothing of it can be restored.
        if (!signal.aborted) await vps.removeSnapshot(name, snapshot).catch(() => {});
        throw error;
      }
    },
    *succeed(about, input, { sizeBytes }) {
      yield* moveOn(about, { status: 'available', size_bytes: sizeBytes });
      yield* release(about, input);
    },
    *fail(about, input, { message }) {
      yield* moveOn(about, { status: 'failed', error: message });
      yield* release(about, input);
    },
    simulate: () => ({ sizeBytes: 0 }),
  };

  /**
   * Restores a snapshot. The settings of the machine are stored first: a snapshot brings back those of its time, and
   * after a crash nobody else knows the current ones.
   */
  const restore: ActionKind<RestoreInput, Found, Found> = {
    type: 'snapshot.restore',
    resource: RESOURCE,
    async run({ accountId, hostingId, name, snapshot, shallRun }, { signal, report }) {
      const id = Number(snapshot.split('-')[1]);
      const settings = await keepSettings(accountId, id, () => onMachine(vps.readSettings(name, { signal })));
      await report(10);
      try {
        const spec = await readSpec(accountId, hostingId);
        const restored = await onMachine(vps.restoreSnapshot(spec, snapshot, settings, { signal }));
        await report(80);
        return shallRun ? (await vps.start(name, { signal })).status : restored.status;
      } catch (error) {
        if (shallRun && !signal.aborted) await vps.start(name).catch(() => {});
        throw error;
      }
    },
    inspect: async ({ name }) => (await vps.inspect(name))?.status ?? 'missing',
    *succeed(about, input, found) {
      const snapshot = yield* moveOn(about, { status: 'available', settings: null });
      yield* endRestore(about, input, { found, isRestored: true });
      if (!snapshot) return;
      yield* followers.tellRestored(about.accountId, input.hostingId, { asOf: snapshot.created_at }, about.now);
    },
    *fail(about, input, _error, found) {
      yield* moveOn(about, { status: 'available', settings: null });
      yield* endRestore(about, input, { found, isRestored: false });
    },
    simulate: ({ shallRun }) => (shallRun ? 'running' : 'stopped'),
  };

  const remove: ActionKind<SnapshotInput, null> = {
    type: 'snapshot.remove',
    resource: RESOURCE,
    neverRefused: true,
    waitsForEngine: true,
    async run({ name, snapshot }, { signal }) {
      await vps.removeSnapshot(name, snapshot, { signal });
      return null;
    },
    // The record was deleted with the request. Nothing is left to change.
    *succeed() {},
    *fail() {},
    simulate: () => null,
  };

  /** Returns the stored settings, or stores the current ones. */
  async function keepSettings(accountId: number, id: number, read: () => Promise<string>): Promise<string> {
    const stored = (await db.read(findSnapshot(accountId, id)))?.settings;
    if (stored !== null && stored !== undefined) return stored;
    const settings = await read();
    await db.write(function* () {
      const row = yield* findSnapshot(accountId, id);
      if (row) yield* changeSnapshot(accountId, row, { settings }, row.updated_at);
    });
    return settings;
  }

  /** Reads the current size and keys: a resize that was queued earlier may have ended since the request. */
  async function readSpec(accountId: number, hostingId: number): Promise<VpsSpec> {
    const row = await db.read(findHosting(accountId, hostingId));
    if (!row) throw new Error(`VPS ${hostingId} has no record.`);
    return specOf(row);
  }

  function* endRestore(
    { accountId, now }: ActionSubject,
    { hostingId }: SnapshotInput,
    { found, isRestored }: { found: Found | undefined; isRestored: boolean },
  ) {
    const end = { found: found === 'missing' ? 'error' : found, isRestored } as const;
    yield* hosting.endRestore(accountId, hostingId, end, now);
    yield* followers.tellReplaced(accountId, hostingId, now);
  }

  return { create, restore, remove };
}

/** Ends the work on the server. */
function* release({ accountId, now }: ActionSubject, { hostingId }: SnapshotInput): Query<void> {
  yield* change({ accountId, resourceId: hostingId, now }, (row) => ended(row, 'snapshot'));
}

/** Changes a snapshot. Only its own action does so, so there are no concurrent changes. */
function* moveOn(
  { accountId, resourceId, now }: ActionSubject,
  changes: Partial<SnapshotRow>,
): Query<SnapshotRow | undefined> {
  const row = yield* findSnapshot(accountId, resourceId);
  return row && (yield* changeSnapshot(accountId, row, changes, now));
}
