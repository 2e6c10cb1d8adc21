import { EngineError } from '../../engine.ts';
import type { VpsSize } from '../driver.ts';
import { needInstance } from './arrival.ts';
import { guardDevices } from './cards.ts';
import type { Context } from './context.ts';
import { ApiError, failNotFound } from './errors.ts';
import { type GuardName, guardMachine, guardNames } from './guards.ts';
import { findInstance, isRunning, pathOf } from './instances.ts';
import { boot, halt } from './power.ts';
import { readProfile } from './project.ts';
import { setGuarded } from './set-guarded.ts';
import { checkSize, findRoot, notes, readKind, readSize } from './spec.ts';
import type { Devices, Instance, Settings } from './wire.ts';

const limits = /^limits\./;

/** Changes size and limits of a machine. Idempotent. */
export async function resizeInstance(
  context: Context,
  name: string,
  size: VpsSize,
  signal?: AbortSignal,
): Promise<Instance> {
  checkSize(size);
  await context.operations.settle(name, { signal });
  const instance = await needInstance(context, name, { signal });
  if (size.diskGb < (readSize(instance).diskGb ?? 0)) {
    throw new EngineError('refused', 'The disk of a server only grows.');
  }
  if (readKind(instance) === 'container') await setSize(context, instance, size, signal);
  else await resizeVirtual(context, instance, size, signal);
  const resized = await findInstance(context, name, { signal, withState: true });
  if (!resized) throw failNotFound();
  return resized;
}

/** A virtual machine applies a new size at boot. A note says whether it ran, for a retry after a crash. */
async function resizeVirtual(context: Context, instance: Instance, size: VpsSize, signal?: AbortSignal): Promise<void> {
  const { name } = instance;
  const isResizing = instance.config[notes.resizing] === 'true';
  // Limits of the network and the disk apply at once.
  if (!isResizing && (!isRunning(instance) || hasSize(instance, size))) {
    return await setSize(context, instance, size, signal);
  }
  const note = (resizing: string) =>
    context.operations.run('PATCH', pathOf(name), { body: { config: { [notes.resizing]: resizing } }, signal });
  await note('true');
  const halted = await halt(context, instance, { signal });
  try {
    await setSize(context, halted, size, signal);
  } catch (error) {
    if (error instanceof ApiError) {
      await boot(context, halted, signal);
      await note('');
    }
    throw error;
  }
  await boot(context, halted, signal);
  await note('');
}

function hasSize(instance: Instance, { vcpus, memoryMb, diskGb }: VpsSize): boolean {
  const size = readSize(instance);
  return size.vcpus === vcpus && size.memoryMb === memoryMb && size.diskGb === diskGb;
}

async function setSize(context: Context, instance: Instance, size: VpsSize, signal?: AbortSignal): Promise<void> {
  const { vcpus, memoryMb, bounds = {} } = size;
  const config = {
    'limits.cpu': String(vcpus),
    'limits.memory': `${memoryMb}MiB`,
    ...guardMachine(readKind(instance), memoryMb, bounds),
    ...{ [notes.bounds]: JSON.stringify(bounds), [notes.unguarded]: '', [notes.without]: '' },
  };
  const devices = await sizeDevices(context, instance, size, signal);
  const without = new Set([...context.cannot, ...readAbsent(instance)]);
  await setGuarded(
    context,
    { config, devices },
    (body) => context.operations.run('PATCH', pathOf(instance.name), { body, signal }),
    without,
  );
}

/** Removes the limits of the old size. Limits of the operator's profile apply again if the new size has none. */
async function sizeDevices(
  context: Context,
  instance: Instance,
  size: VpsSize,
  signal?: AbortSignal,
): Promise<Devices> {
  const { profile } = await readProfile(context, signal);
  const unlimited = Object.entries(instance.expanded_devices).map(([name, device]) => {
    return [name, { ...pick(device, false), ...pick(profile.devices[name] ?? {}, true) }] as const;
  });
  const devices = Object.fromEntries(unlimited);
  const guarded = await guardDevices(context, devices, size.bounds, signal);
  const root = findRoot({ ...devices, ...guarded });
  return root ? { ...guarded, [root.name]: { ...root.device, size: `${size.diskGb}GiB` } } : guarded;
}

function pick(settings: Settings, limiting: boolean): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => limits.test(key) === limiting));
}

/** Returns whether the host refused the limits of the network that the machine should have. */
export function isNetworkUnlimited(instance: Instance): boolean {
  return readAbsent(instance).includes('network');
}

/** Returns the guards that the machine cannot or must not have. */
function readAbsent({ config }: Instance): GuardName[] {
  const named = config[notes.without]?.split(',') ?? [];
  return guardNames.filter((name) => named.includes(name));
}
