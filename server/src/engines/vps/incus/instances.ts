import { setTimeout as sleep } from 'node:timers/promises';
import type { VpsState } from '../driver.ts';
import { readAddresses } from './addresses.ts';
import type { Answer } from './client.ts';
import type { Context } from './context.ts';
import { ApiError, isMissing } from './errors.ts';
import type { Instance } from './wire.ts';

/** Ten seconds. */
const [mostTries, pauseMs] = [40, 250];

/** Our names are checked before; the encoding is for names of others. */
export function pathOf(name: string, rest = ''): string {
  return `/1.0/instances/${encodeURIComponent(name)}${rest}`;
}

export interface FindOptions {
  signal?: AbortSignal | undefined;
  /** Includes current data such as addresses and counters, which costs the engine more. */
  withState?: boolean;
  /** Another project than ours. */
  project?: string;
}

/** Returns undefined if there is no such machine. */
export async function findInstance(context: Context, name: string, options: FindOptions = {}) {
  const { signal, project, withState } = options;
  const query = withState ? { recursion: '1' } : {};
  try {
    return (await context.client.call<Instance>('GET', pathOf(name), { query, signal, project })).metadata;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Returns all machines; none if the project does not exist yet. */
export async function listInstances(
  { client }: Context,
  recursion: 1 | 2,
  signal?: AbortSignal,
): Promise<Answer<Instance[]>> {
  try {
    return await client.call<Instance[]>('GET', '/1.0/instances', { query: { recursion: String(recursion) }, signal });
  } catch (error) {
    if (isMissing(error)) return { metadata: [], operation: undefined, at: Date.now() };
    throw error;
  }
}

/** Returns names only, which is very cheap for the engine. */
export async function listNames({ client }: Context, signal?: AbortSignal): Promise<string[]> {
  try {
    const { metadata } = await client.call<string[]>('GET', '/1.0/instances', { signal });
    return metadata.map((path) => decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? ''));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export async function describeInstance(context: Context, instance: Instance, name = instance.name): Promise<VpsState> {
  const alone = instance.location === 'none' || instance.location === '';
  return {
    name,
    status: isRunning(instance) ? 'running' : 'stopped',
    node: alone ? await context.serverName() : instance.location,
    ...(isOutOfReach(instance) ? { ipv4: [], ipv6: [], outOfReach: true } : readAddresses(instance)),
  };
}

/** For a cluster member that does not answer, only the names of its machines are known. */
export function isOutOfReach({ status, architecture }: Instance): boolean {
  return status === 'Error' && !architecture;
}

/** A frozen or failed machine counts as stopped, and a start helps. */
export function isRunning({ status }: Instance): boolean {
  return ['Running', 'Ready', 'Starting', 'Stopping', 'Thawed'].includes(status);
}

export function isOff({ status }: Instance): boolean {
  return status === 'Stopped';
}

/** Deletes a machine and its disk, running or not; a missing one is fine. */
export function removeInstance(context: Context, name: string, signal?: AbortSignal): Promise<void> {
  const { operations } = context;
  return whenFree(async () => {
    await operations.settle(name, { signal });
    const instance = await findInstance(context, name, { signal });
    if (!instance) return;
    try {
      if (!isOff(instance)) await haltNow(context, name, signal);
      await operations.run('DELETE', pathOf(name), { signal });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }, signal);
}

/**
 * Repeats a request while the engine is busy with the machine. After a failed start it cleans up for a second or two.
 * After its own restart it boots what ran before, even between our check and our request.
 */
export async function whenFree<T>(give: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await give();
    } catch (error) {
      const inTheWay = error instanceof ApiError && /is running|busy running/i.test(error.message);
      if (!inTheWay || tries === mostTries) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

/** Powers off. A machine that stopped by itself meanwhile is fine. */
export async function haltNow(context: Context, name: string, signal?: AbortSignal): Promise<void> {
  try {
    const body = { action: 'stop', force: true };
    await context.operations.run('PUT', pathOf(name, '/state'), { body, signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const instance = await findInstance(context, name, { signal });
    if (instance && !isOff(instance)) throw error;
  }
}
