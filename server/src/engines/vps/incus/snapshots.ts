import { EngineError, type OperationOptions } from '../../engine.ts';
import type { VpsSnapshot, VpsSpec } from '../driver.ts';
import { writeKeys } from './access.ts';
import { listHardware, needInstance } from './arrival.ts';
import type { Context } from './context.ts';
import { ApiError, isMissing } from './errors.ts';
import { pathOf, whenFree } from './instances.ts';
import { halt } from './power.ts';
import { checkName } from './spec.ts';
import type { Devices, Instance, Settings } from './wire.ts';

/** ZFS discards newer snapshots with a restore; the engine refuses that unless the operator allows it. */
const hasNewer = /subsequent (internal )?snapshot/i;

const volatile = /^volatile\./;
const off = { 'volatile.last_state.power': 'STOPPED' };

/** Settings of a machine that a snapshot would set back. */
interface Kept {
  config: Settings;
  devices: Devices;
  profiles: string[];
}

const snapshotPath = (name: string, snapshot = '') =>
  pathOf(name, `/snapshots${snapshot && `/${encodeURIComponent(snapshot)}`}`);

export async function createSnapshot(
  context: Context,
  name: string,
  snapshot: string,
  { signal }: OperationOptions = {},
): Promise<VpsSnapshot> {
  checkName(snapshot);
  const settled = await context.operations.settle(name, { signal });
  await needInstance(context, name, { signal });
  const isMade = settled.some(({ description, succeeded }) => succeeded && description.startsWith('Snapshotting'));
  // The progress of an interrupted attempt is unknown, so its snapshot is created again.
  if (!isMade) await removeSnapshot(context, name, snapshot, { signal });
  if (!(await findSnapshot(context, name, snapshot, signal))) {
    const body = { name: snapshot, stateful: false };
    await context.operations.run('POST', snapshotPath(name), { body, signal });
  }
  const made = await findSnapshot(context, name, snapshot, signal);
  if (!made) throw new EngineError('unreachable', 'The snapshot vanished while it was created.');
  return { sizeBytes: made.size !== undefined && made.size > 0 ? made.size : null };
}

export async function removeSnapshot(
  context: Context,
  name: string,
  snapshot: string,
  { signal }: OperationOptions = {},
): Promise<void> {
  checkName(snapshot);
  await whenFree(async () => {
    try {
      await context.operations.run('DELETE', snapshotPath(name, snapshot), { signal });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }, signal);
}

/** Volatile settings belong to the disk (its id map) or to the last boot, except for the hardware addresses. */
export async function readSettings(context: Context, name: string, signal?: AbortSignal): Promise<string> {
  const { config, devices, profiles } = await needInstance(context, name, { signal });
  const lasting = Object.entries(config).filter(([key]) => !volatile.test(key));
  const kept: Kept = { config: { ...Object.fromEntries(lasting), ...listHardware(config) }, devices, profiles };
  return JSON.stringify(kept);
}

/** Restores the disk and then the settings. Repeatable: neither step depends on the settings before it. */
export async function restoreSnapshot(
  context: Context,
  spec: VpsSpec,
  snapshot: string,
  settings: string,
  signal?: AbortSignal,
): Promise<Instance> {
  checkName(snapshot);
  const { name } = spec;
  const kept = JSON.parse(settings) as Kept;
  await context.operations.settle(name, { signal });
  const instance = await needInstance(context, name, { signal });
  if (!(await findSnapshot(context, name, snapshot, signal))) {
    throw new EngineError('refused', 'The snapshot does not exist on the engine. Nothing was changed.');
  }
  const halted = await halt(context, instance, { signal });
  try {
    const body = { restore: snapshot };
    await whenFree(() => context.operations.run('PUT', pathOf(name), { body, signal }), signal);
  } catch (error) {
    if (error instanceof ApiError) await putBack(context, halted, kept, signal).catch(() => {});
    throw hasNewer.test(String((error as Error).message)) ? failNewer(error) : error;
  }
  const restored = await needInstance(context, name, { signal });
  await putBack(context, restored, kept, signal);
  // The disk of a virtual machine cannot be written while it is off: it keeps the keys of the snapshot.
  if (spec.kind === 'container') await writeKeys(context, name, spec.sshKeys, signal);
  return await needInstance(context, name, { signal, withState: true });
}

async function putBack(context: Context, now: Instance, kept: Kept, signal?: AbortSignal): Promise<void> {
  const { architecture, description, ephemeral } = now;
  const ofDisk = Object.entries(now.config).filter(([key]) => volatile.test(key));
  const config = { ...Object.fromEntries(ofDisk), ...kept.config, ...off };
  const body = { architecture, description, ephemeral, profiles: kept.profiles, devices: kept.devices, config };
  await context.operations.run('PUT', pathOf(now.name), { body, signal });
}

interface Snapshot {
  /** Absent if the storage cannot tell. */
  size?: number;
}

async function findSnapshot(
  { client }: Context,
  name: string,
  snapshot: string,
  signal?: AbortSignal,
): Promise<Snapshot | undefined> {
  try {
    return (await client.call<Snapshot>('GET', snapshotPath(name, snapshot), { signal })).metadata;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function failNewer(cause: unknown): EngineError {
  const message = 'The storage of this server can only restore its newest snapshot. Remove the newer snapshots first.';
  return new EngineError('refused', message, { cause });
}
