import { setTimeout as sleep } from 'node:timers/promises';
import type { VpsState } from '../driver.ts';
import { readAddresses } from './addresses.ts';
import type { Answer } from './client.ts';
import type { Context } from './context.ts';
import { ApiError, isMissing } from './errors.ts';
import type { Instance } from './wire.ts';

/** Ten seconds. */
const [mostTries, pauseMs] = [40, 250];

/** Names were checked before they get here; the encoding is for those that others gave. */
export function pathOf(name: string, rest = ''): string {
  return `/1.0/instances/${encodeURIComponent(name)}${rest}`;
}

export interface FindOptions {
  signal?: AbortSignal | undefined;
  /** Also what it does right now: addresses, counters. It costs the engine a look inside. */
  withState?: boolean;
  /** Another project than ours. */
  project?: string;
}

/** Undefined when there is no such machine. */
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

/** All of them; none where the project has not been made yet. */
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

/** Names alone, which costs the engine next to nothing. */
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

/** A member of the cluster that does not answer leaves of its machines the names alone. */
export function isOutOfReach({ status, architecture }: Instance): boolean {
  return status === 'Error' && !architecture;
}

/** A frozen machine, and one in an error, do nothing for anyone: they are stopped, and a start helps. */
export function isRunning({ status }: Instance): boolean {
  return ['Running', 'Ready', 'Starting', 'Stopping', 'Thawed'].includes(status);
}

export function isOff({ status }: Instance): boolean {
  return status === 'Stopped';
}

/** Takes a machine and its disk away, running or not; gone already is fine. */
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
 * Gives an order again while something of the engine's own is in its way: after a start that failed it clears up for a
 * second or two, and one that just came back boots what ran before, also between our look and our order.
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

/** Pulls the plug. A machine that went down by itself meanwhile is as good. */
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
