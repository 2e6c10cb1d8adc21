import type { VpsBounds } from '../driver.ts';
import { listOwnNics, readKept, readLive } from './addresses.ts';
import { guardDevices } from './cards.ts';
import type { Context } from './context.ts';
import { ApiError } from './errors.ts';
import { fixAddresses } from './first-address.ts';
import { type Guarded, type GuardName, guardMachine } from './guards.ts';
import { findInstance, listInstances, pathOf } from './instances.ts';
import { setGuarded } from './set-guarded.ts';
import { isOurs, isReady, notes, readKind, readSize } from './spec.ts';
import type { Instance, Settings } from './wire.ts';

/** For a machine without a memory limit, which is not ours. */
const usualMemoryMb = 1024;

/**
 * Adds guards to machines that were created before them, and to those whose host did not support one, as soon as it
 * does. The first machine shows whether the others need a retry. Manual settings, or those of the profile, stay.
 */
export async function tightenInstances(context: Context, signal?: AbortSignal): Promise<string[]> {
  context.cannot.clear();
  const { metadata } = await listInstances(context, 1, signal);
  const ours = metadata.filter((instance) => isOurs(instance, instance.name) && isReady(instance));
  const settled = ours.filter(({ config }) => !config[notes.arriving]);
  const tightened: string[] = [];
  for (const { name, config } of settled.filter(isBare)) {
    const outcome = await tryTighten(context, name, config, signal);
    if (outcome === 'whole' || outcome === 'lacking') tightened.push(name);
  }
  for (const { name, config } of settled.filter(isLacking)) {
    const outcome = await tryTighten(context, name, config, signal);
    if (outcome === 'lacking') break;
    if (outcome === 'whole') tightened.push(name);
  }
  return tightened;
}

const isBare = ({ config }: Instance) => config[notes.bounds] === undefined;
const isLacking = ({ config }: Instance) => config[notes.bounds] !== undefined && config[notes.unguarded] === 'true';

/** A machine that is busy must not stop the others: it is retried later. */
async function tryTighten(context: Context, name: string, seen: Settings, signal?: AbortSignal) {
  signal?.throwIfAborted();
  try {
    const instance = await findInstance(context, name, { signal, withState: true });
    if (!instance || instance.config[notes.arriving]) return 'gone';
    const without: GuardName[] = hasMoreAddresses(instance) ? ['filters'] : [];
    if (without.length > 0 && seen[notes.without] === 'filters') return 'as it should be';
    return await tighten(context, instance, without, signal);
  } catch (error) {
    if (error instanceof ApiError) return 'busy';
    throw error;
  }
}

async function tighten(
  context: Context,
  instance: Instance,
  without: readonly GuardName[],
  signal?: AbortSignal,
): Promise<'whole' | 'lacking'> {
  const bounds = JSON.parse(instance.config[notes.bounds] ?? '{}') as VpsBounds;
  const machine = await describeGuarded(context, instance, bounds, signal);
  const change = async (body: Guarded) => {
    await context.operations.run('PATCH', pathOf(instance.name), { body, signal });
    return body;
  };
  const { config } = await setGuarded(context, machine, change, without);
  return config[notes.unguarded] === 'true' ? 'lacking' : 'whole';
}

async function describeGuarded(
  context: Context,
  instance: Instance,
  bounds: VpsBounds,
  signal?: AbortSignal,
): Promise<Guarded> {
  const { expanded_config: set, expanded_devices: devices } = instance;
  const guards = guardMachine(readKind(instance), readSize(instance).memoryMb ?? usualMemoryMb, bounds);
  const config = {
    ...Object.fromEntries(Object.entries(guards).filter(([key]) => set[key] === undefined)),
    ...{ [notes.bounds]: JSON.stringify(bounds), [notes.unguarded]: '', [notes.without]: '' },
  };
  const guarded = await guardDevices(context, devices, bounds, signal);
  const expanded = { ...instance, expanded_devices: { ...devices, ...guarded } };
  const fixed = await fixAddresses(context, expanded, readKept(instance), signal);
  return { config, devices: { ...guarded, ...fixed } };
}

/** The machine has additional addresses, which a filter would block. */
function hasMoreAddresses(instance: Instance): boolean {
  const { ipv4, ipv6 } = readLive(instance);
  return Math.max(ipv4.length, ipv6.length) > listOwnNics(instance).length;
}
