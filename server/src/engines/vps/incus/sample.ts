import { EngineError } from '../../engine.ts';
import type { VpsSample } from '../driver.ts';
import { listNics } from './addresses.ts';
import { isArriving } from './arrival.ts';
import type { Context } from './context.ts';
import { ApiError, failUnreachable, isMissing } from './errors.ts';
import { isOutOfReach, isRunning, listInstances, pathOf } from './instances.ts';
import { type Card, type Reading, readMetrics } from './metrics.ts';
import { findRoot, readSize } from './spec.ts';
import type { Instance, InstanceState } from './wire.ts';

/** Metrics of the engines are up to 8 s old: those of a machine just booted may be from before. */
const staleMs = 10_000;
/** Usage that a pool does not include in the metrics is queried at intervals, for some machines at a time. */
const diskAgeMs = 10 * 60_000;
const disksAtOnce = 10;
/** Some pools cannot report usage at all. */
const silentMs = 60 * 60_000;

interface Disk {
  usedBytes: number;
  at: number;
}

/** Reads all machines in two requests, whatever their number; a few need their own. */
export function createSampler(context: Context): () => Promise<VpsSample[]> {
  const disks = new Map<string, Disk>();
  /** Pools that cannot report usage, with the time of the next attempt. */
  const silentPools = new Map<string, number>();

  /** Returns undefined if the state is unknown: the machine is gone, or the engine failed for this one. */
  async function readState(name: string): Promise<InstanceState | undefined> {
    try {
      return (await context.client.call<InstanceState>('GET', pathOf(name, '/state'))).metadata;
    } catch (error) {
      if (error instanceof ApiError || isAway(error)) return undefined;
      throw error;
    }
  }

  /** Returns undefined if the state is unknown. A machine without a sample is not a stopped one. */
  async function sampleOne(instance: Instance, reading: Reading | undefined, now: number, at: number) {
    if (!isRunning(instance)) return sampleStopped(instance.name, at);
    const cards = reading && findCards(instance, reading);
    if (reading && cards && now - Date.parse(instance.last_used_at) > staleMs) {
      return sampleRunning(instance, reading, cards, at);
    }
    const state = await readState(instance.name);
    return state && sampleState(instance, state, at);
  }

  /** Adds values missing in the metrics from the last query. */
  async function addDisks(
    instances: readonly Instance[],
    samples: readonly (VpsSample | undefined)[],
    at: number,
  ): Promise<void> {
    const names = new Set(instances.map(({ name }) => name));
    for (const name of disks.keys()) if (!names.has(name)) disks.delete(name);
    for (const sample of samples) {
      if (sample && sample.diskUsedBytes > 0) disks.set(sample.name, { usedBytes: sample.diskUsedBytes, at });
    }
    const unknown = instances.filter((instance, index) => {
      const isKnown = at - (disks.get(instance.name)?.at ?? 0) < diskAgeMs;
      return samples[index] && !isKnown && !isSilent(instance, at);
    });
    // In parallel: one that does not answer delays the others no longer than its timeout.
    await Promise.all(unknown.slice(0, disksAtOnce).map((instance) => askDisk(instance, at)));
    for (const sample of samples) if (sample) sample.diskUsedBytes = disks.get(sample.name)?.usedBytes ?? 0;
  }

  function isSilent({ expanded_devices: devices }: Instance, at: number): boolean {
    return (silentPools.get(findRoot(devices)?.device.pool ?? '') ?? 0) > at;
  }

  async function askDisk(instance: Instance, at: number): Promise<void> {
    const state = await readState(instance.name);
    const usedBytes = state ? readDisk(instance, state) : (disks.get(instance.name)?.usedBytes ?? 0);
    disks.set(instance.name, { usedBytes, at });
    // A machine that disappeared, or does not answer, says nothing about its pool.
    if (!state) return;
    const pool = findRoot(instance.expanded_devices)?.device.pool ?? '';
    if (usedBytes === 0) silentPools.set(pool, at + silentMs);
  }

  return async () => {
    const [readings, { metadata, at: now }] = await Promise.all([fetchMetrics(context), listInstances(context, 1)]);
    const at = Date.now();
    const instances = metadata.filter((instance) => !isArriving(instance.name) && !isOutOfReach(instance));
    const samples = await Promise.all(
      instances.map((instance) => sampleOne(instance, readings.get(instance.name), now, at)),
    );
    await addDisks(instances, samples, at);
    for (const [index, instance] of instances.entries()) noteBoot(samples[index], instance, at - now);
    return samples.filter((sample) => sample !== undefined);
  };
}

async function fetchMetrics({ client }: Context): Promise<Map<string, Reading>> {
  try {
    return await readMetrics((await client.open('GET', '/1.0/metrics')).body);
  } catch (error) {
    // There is no project before the first machine.
    if (isMissing(error)) return new Map();
    throw error instanceof ApiError || error instanceof EngineError ? error : failUnreachable(error);
  }
}

function isAway(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'unreachable';
}

/** `ahead`: by how much our clock is ahead of the clock of the engine. */
function noteBoot(sample: VpsSample | undefined, instance: Instance, ahead: number): void {
  const startedAt = Date.parse(instance.last_used_at);
  if (sample && isRunning(instance) && startedAt > 0) sample.bootedAt = startedAt + ahead;
}

function sampleStopped(name: string, at: number): VpsSample {
  const traffic = { networkInBytes: 0, networkOutBytes: 0, diskReadBytes: 0, diskWriteBytes: 0 };
  return { name, at, cpuSeconds: 0, memoryUsedBytes: 0, diskUsedBytes: 0, ...traffic };
}

/**
 * Returns the NICs of a machine. Bridges and tunnels inside would count the same bytes again. Undefined if the names do
 * not tell: root inside can rename interfaces, and a virtual machine names them itself.
 */
function findCards(instance: Instance, { cards }: Reading): Card[] | undefined {
  const nics = listNics(instance);
  const named = nics.flatMap(({ name, device }) => {
    const card = cards.get(device.name ?? instance.config[`volatile.${name}.name`] ?? name);
    return card ? [card] : [];
  });
  if (named.length === nics.length) return named;
  return cards.size <= nics.length ? [...cards.values()] : undefined;
}

function sampleRunning(instance: Instance, reading: Reading, cards: readonly Card[], at: number): VpsSample {
  const { memoryTotalBytes: total, memoryFreeBytes: free, memoryCachedBytes: cached } = reading;
  const available = reading.memoryAvailableBytes ?? free + cached;
  const { cpuSeconds, diskReadBytes, diskWriteBytes } = reading;
  return {
    ...{ name: instance.name, at, cpuSeconds, diskReadBytes, diskWriteBytes },
    networkInBytes: cards.reduce((sum, { inBytes }) => sum + inBytes, 0),
    networkOutBytes: cards.reduce((sum, { outBytes }) => sum + outBytes, 0),
    memoryUsedBytes: Math.min(Math.max(total - available, 1), Math.max(total, 1)),
    diskUsedBytes: isOwnFilesystem(instance, reading) ? reading.diskSizeBytes - reading.diskFreeBytes : 0,
  };
}

/** Some pools keep all machines in one file system, whose usage says nothing about a machine. */
function isOwnFilesystem(instance: Instance, { diskSizeBytes }: Reading): boolean {
  const { diskGb } = readSize(instance);
  return diskGb !== undefined && diskSizeBytes > 0 && diskSizeBytes <= 1.1 * diskGb * 2 ** 30;
}

function sampleState(instance: Instance, state: InstanceState, at: number): VpsSample {
  const cards = listNics(instance).flatMap((nic) => {
    const found = Object.values(state.network ?? {}).find(({ hwaddr }) => hwaddr !== '' && hwaddr === nic.hwaddr);
    return found ? [found.counters] : [];
  });
  return {
    ...sampleStopped(instance.name, at),
    cpuSeconds: Math.max(0, state.cpu.usage) / 1e9,
    memoryUsedBytes: Math.max(1, state.memory.usage),
    networkInBytes: cards.reduce((sum, card) => sum + card.bytes_received, 0),
    networkOutBytes: cards.reduce((sum, card) => sum + card.bytes_sent, 0),
    diskUsedBytes: readDisk(instance, state),
  };
}

function readDisk(instance: Instance, state: InstanceState): number {
  const root = findRoot(instance.expanded_devices)?.name ?? 'root';
  return Math.max(0, state.disk?.[root]?.usage ?? 0);
}
