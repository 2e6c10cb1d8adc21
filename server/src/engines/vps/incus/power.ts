import { setTimeout as sleep } from 'node:timers/promises';
import type { PowerOptions } from '../driver.ts';
import { readKnown, releaseCards } from './addresses.ts';
import { readAssigned } from './assigned.ts';
import type { Context } from './context.ts';
import { ApiError, failNotFound, isStumble } from './errors.ts';
import { prepareNetwork } from './firewall/confirm.ts';
import { awaitAddresses, keepAddresses } from './first-address.ts';
import { findCulprit } from './guards.ts';
import { findInstance, haltNow, isOff, isRunning, pathOf, whenFree } from './instances.ts';
import { loosen } from './set-guarded.ts';
import { isOurs, isReady, notes } from './spec.ts';
import type { Instance } from './wire.ts';

const addressTaken = /already defined on another NIC/i;

type Action = 'start' | 'stop' | 'restart' | 'unfreeze';

const ISOLATED = 'security.idmap.isolated';
/** Five seconds. */
const [MOST_MAPS, MAP_PAUSE_MS] = [20, 250];

function order(context: Context, { name }: Instance, action: Action, signal?: AbortSignal, force = false) {
  // The engine refuses a timeout together with force.
  const body = force ? { action, force } : { action, timeout: context.graceSeconds };
  return context.operations.run('PUT', pathOf(name, '/state'), { body, signal });
}

/** Starts a stopped machine, and returns its new state. */
export async function boot(context: Context, instance: Instance, signal?: AbortSignal): Promise<Instance> {
  if (isRunning(instance)) return instance;
  return await bootPrepared(context, await prepareNetwork(context, instance, { signal }), signal);
}

async function bootPrepared(context: Context, instance: Instance, signal?: AbortSignal): Promise<Instance> {
  try {
    await wake(context, instance, signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const culprit = findCulprit(error, instance);
    if (culprit) return await bootPrepared(context, await loosen(context, instance, culprit, signal), signal);
    if (addressTaken.test(error.message) && !readAssigned(instance)) {
      // The machine was stopped for long, and its address was assigned to another; it gets a new one.
      await releaseAddress(context, instance, signal);
      await order(context, instance, 'start', signal);
    } else {
      const now = await findInstance(context, instance.name, { signal });
      if (!now) throw error;
      // The machine runs already, so the failure does not matter.
      if (isRunning(now)) return now;
      if (!isStumble(error)) throw error;
      // Another start is harmless for a stopped machine, and usually succeeds.
      await whenFree(async () => {
        await renewIdMap(context, now, signal);
        // LXD may have left the host interface of the failed start, whose name stays in use.
        await wake(context, await prepareNetwork(context, now, { signal, again: true }), signal);
      }, signal);
    }
  }
  return await readInstance(context, instance, signal);
}

/**
 * LXD 5.0 can assign an id map that root may not use when two machines are created at once. It assumes that the other
 * one, whose map is not known yet, begins at 0. A second request after the other is created succeeds.
 */
async function renewIdMap(context: Context, { name, config }: Instance, signal?: AbortSignal): Promise<void> {
  if (config[ISOLATED] !== 'true') return;
  for (let tries = 1; tries <= MOST_MAPS; tries++) {
    // A shared map begins where the ids of root do.
    const first = await setIsolated(context, name, 'false', signal);
    if ((await setIsolated(context, name, 'true', signal)) >= first) return;
    await sleep(MAP_PAUSE_MS, undefined, { signal });
  }
}

/** Returns the first host id of the machine's map. */
async function setIsolated(context: Context, name: string, isolated: string, signal?: AbortSignal): Promise<number> {
  const body = { config: { [ISOLATED]: isolated } };
  await context.operations.run('PATCH', pathOf(name), { body, signal });
  const instance = await findInstance(context, name, { signal });
  const [entry] = JSON.parse(instance?.config['volatile.idmap.next'] ?? '[]') as { Hostid: number }[];
  return entry?.Hostid ?? 0;
}

function wake(context: Context, instance: Instance, signal?: AbortSignal): Promise<void> {
  return order(context, instance, instance.status === 'Frozen' ? 'unfreeze' : 'start', signal);
}

/** Requests a shutdown and powers off if it takes too long, or at once with `force`. */
export async function halt(context: Context, instance: Instance, { force, signal }: PowerOptions): Promise<Instance> {
  if (isOff(instance)) return instance;
  if (force || !isRunning(instance)) {
    await haltNow(context, instance.name, signal);
  } else {
    try {
      await order(context, instance, 'stop', signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await haltNow(context, instance.name, signal);
    }
  }
  return (await findInstance(context, instance.name, { signal })) ?? { ...instance, status: 'Stopped' };
}

export async function reboot(context: Context, instance: Instance, { force, signal }: PowerOptions): Promise<Instance> {
  if (isOff(instance)) return await boot(context, instance, signal);
  try {
    await order(context, instance, 'restart', signal, force || !isRunning(instance));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const now = (await findInstance(context, instance.name, { signal })) ?? instance;
    // The machine may have stopped by itself, or after the timeout.
    if (isOff(now)) return await boot(context, now, signal);
    if (force) throw error;
    await order(context, now, 'restart', signal, true);
  }
  return await readInstance(context, instance, signal);
}

/**
 * Addresses do not change, so they are awaited only if none was ever seen. For a new machine, `create` handles them.
 */
async function readInstance(context: Context, { name }: Instance, signal?: AbortSignal): Promise<Instance> {
  const instance = await findInstance(context, name, { signal });
  if (!instance) throw failNotFound();
  const { ipv4, ipv6 } = readKnown(instance);
  const isNew = isOurs(instance, name) && !isReady(instance);
  if (isNew || ipv4.length + ipv6.length > 0) return instance;
  const booted = await awaitAddresses(context, name, signal);
  if (isOurs(instance, name)) await keepAddresses(context, booted, {}, signal);
  return booted;
}

async function releaseAddress(context: Context, instance: Instance, signal?: AbortSignal): Promise<void> {
  const config = { ...instance.config, [notes.ipv4]: '', [notes.ipv6]: '' };
  const { architecture, description, ephemeral, profiles } = instance;
  const body = { architecture, description, ephemeral, profiles, config, devices: releaseCards(instance.devices) };
  await context.operations.run('PUT', pathOf(instance.name), { body, signal });
}
