import type { VpsNode } from '../driver.ts';
import type { Context } from './context.ts';
import { ApiError, isForbidden } from './errors.ts';
import { listInstances } from './instances.ts';
import { readProfile } from './project.ts';
import type { Server } from './wire.ts';

const patienceMs = 10_000;

interface Member {
  server_name: string;
  /** `Online`, `Offline`, `Evacuated` or `Blocked`. */
  status: string;
}

/** Zeros are omitted in the responses. */
interface Resources {
  cpu?: { total?: number };
  memory?: { total?: number; used?: number };
  load?: { Average1Min?: number };
}

interface Pool {
  space?: { total?: number; used?: number };
}

/** Returns the members of the cluster, or the one host, with their resources. */
export async function listNodes(context: Context, signal?: AbortSignal): Promise<VpsNode[]> {
  const members = await listMembers(context, signal);
  const pool = await findPool(context, signal);
  if (members === undefined) {
    return [await readNode(context, { name: await context.serverName(), isOnline: true, pool }, signal)];
  }
  return await Promise.all(
    members.map(({ name, isOnline }) => readNode(context, { name, isOnline, pool, target: name }, signal)),
  );
}

/** Returns undefined outside a cluster. */
export async function listMembers(
  context: Context,
  signal?: AbortSignal,
): Promise<{ name: string; isOnline: boolean }[] | undefined> {
  const { metadata } = await context.client.call<Server>('GET', '/1.0', { project: null, signal, patienceMs });
  if (!metadata.environment?.server_clustered) return undefined;
  try {
    const query = { recursion: '1' };
    const options = { project: null, query, signal, patienceMs };
    const found = await context.client.call<Member[]>('GET', '/1.0/cluster/members', options);
    return found.metadata.map(({ server_name, status }) => ({ name: server_name, isOnline: status === 'Online' }));
  } catch (error) {
    if (!isForbidden(error)) throw error;
    // A restricted certificate sees the members only through its machines.
    const { metadata: machines } = await listInstances(context, 1, signal);
    return [...new Set(machines.map(({ location }) => location))].map((name) => ({ name, isOnline: true }));
  }
}

interface Place {
  name: string;
  isOnline: boolean;
  pool: string | undefined;
  /** Name of the cluster member. */
  target?: string;
}

async function readNode(context: Context, { name, isOnline, pool, target }: Place, signal?: AbortSignal) {
  const ask = async <T>(path: string, project: string | null): Promise<T | undefined> => {
    if (!isOnline) return undefined;
    const query = target === undefined ? {} : { target };
    try {
      return (await context.client.call<T>('GET', path, { project, query, signal, patienceMs })).metadata;
    } catch (error) {
      // A restricted certificate may not read it, or the member stopped answering.
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  };
  const [resources, disk] = await Promise.all([
    ask<Resources>('/1.0/resources', null),
    pool === undefined
      ? undefined
      : ask<Pool>(`/1.0/storage-pools/${encodeURIComponent(pool)}/resources`, context.project),
  ]);
  return {
    name,
    isOnline,
    cpus: resources?.cpu?.total || null,
    load: resources?.load?.Average1Min ?? null,
    ...readMemory(resources),
    ...readDisk(disk),
  };
}

function readMemory(resources: Resources | undefined) {
  const { total, used = 0 } = resources?.memory ?? {};
  return total ? { memoryBytes: total, memoryUsedBytes: used } : { memoryBytes: null, memoryUsedBytes: null };
}

function readDisk(disk: Pool | undefined) {
  const { total, used = 0 } = disk?.space ?? {};
  return total ? { diskBytes: total, diskUsedBytes: used } : { diskBytes: null, diskUsedBytes: null };
}

/** Returns the storage pool of new machines; undefined if the profile is missing or incomplete. */
async function findPool(context: Context, signal?: AbortSignal): Promise<string | undefined> {
  try {
    return (await readProfile(context, signal)).root.device.pool;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError || (error instanceof Error && error.cause instanceof Error)) return undefined;
    throw error;
  }
}
