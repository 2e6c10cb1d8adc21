import type { VpsBounds } from '../driver.ts';
import { listNics, readAddresses, readLive } from './addresses.ts';
import { guardDevices } from './cards.ts';
import type { Context } from './context.ts';
import { ApiError } from './errors.ts';
import { fixAddresses } from './first-address.ts';
import { type Guarded, type GuardName, guardMachine } from './guards.ts';
import { findInstance, listInstances, pathOf } from './instances.ts';
import { setGuarded } from './set-guarded.ts';
import { isOurs, isReady, notes, readKind, readSize } from './spec.ts';
import type { Instance } from './wire.ts';

/** Of a machine that says none, which is none of ours. */
const usualMemoryMb = 1024;

/**
 * Machines that were made before there were guards get them, and those whose host could not do one are tried once more
 * when Hostler has been started anew. What somebody set by hand, or in the profile, stays.
 */
export function createTightening(context: Context): (signal?: AbortSignal) => Promise<string[]> {
  const tried = new Set<string>();

  return async (signal) => {
    const { metadata } = await listInstances(context, 1, signal);
    const bare = metadata.filter((instance) => needsGuards(instance) && !tried.has(instance.name));
    const tightened: string[] = [];
    for (const { name } of bare) {
      signal?.throwIfAborted();
      tried.add(name);
      try {
        const instance = await findInstance(context, name, { signal, withState: true });
        if (!instance || !needsGuards(instance)) continue;
        await tighten(context, instance, signal);
        tightened.push(name);
      } catch (error) {
        // One that cannot be changed now, because it is busy or full, must not keep the others bare.
        if (!(error instanceof ApiError)) throw error;
      }
    }
    return tightened;
  };
}

function needsGuards(instance: Instance): boolean {
  const { config } = instance;
  if (!isOurs(instance, instance.name) || !isReady(instance) || config[notes.arriving]) return false;
  return config[notes.bounds] === undefined || config[notes.unguarded] === 'true';
}

async function tighten(context: Context, instance: Instance, signal?: AbortSignal): Promise<void> {
  const bounds = JSON.parse(instance.config[notes.bounds] ?? '{}') as VpsBounds;
  const machine = await describeGuarded(context, instance, bounds, signal);
  const without: GuardName[] = hasMoreAddresses(instance) ? ['filters'] : [];
  const patch = (body: Guarded) => context.operations.run('PATCH', pathOf(instance.name), { body, signal });
  await setGuarded(context, machine, patch, without);
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
  const fixed = await fixAddresses(context, expanded, readAddresses(instance), signal);
  return { config, devices: { ...guarded, ...fixed } };
}

/** Somebody gave it further addresses; a filter would take them away from a machine that is in use. */
function hasMoreAddresses(instance: Instance): boolean {
  const { ipv4, ipv6 } = readLive(instance);
  return Math.max(ipv4.length, ipv6.length) > listNics(instance).length;
}
