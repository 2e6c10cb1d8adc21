import type { VpsNode } from '#engines/vps/driver.ts';
import { formatOptionalTime } from '#kernel/time.ts';
import type { NodeUse } from './operator-store.ts';
import type { Node } from './schemas.ts';
import type { NodeLock } from './store.ts';

/** A node with less than a tenth of its memory or disk left runs full. */
const FULL = 0.9;
const [MIB, GIB] = [1024 ** 2, 1024 ** 3];

interface Parts {
  /** Undefined if the engine cannot be read, or does not know the node any more. */
  found: VpsNode | undefined;
  use: NodeUse | undefined;
  lock: NodeLock | undefined;
}

export function viewNode(name: string, { found, use, lock }: Parts): Node {
  const sold = {
    vcpus: use?.vcpus ?? 0,
    memory: (use?.memory_mb ?? 0) * MIB,
    disk: (use?.disk_gb ?? 0) * GIB,
  };
  return {
    name,
    status: found === undefined ? 'unknown' : found.isOnline ? 'online' : 'offline',
    locked: lock !== undefined,
    lock_reason: lock?.reason ?? null,
    locked_at: formatOptionalTime(lock?.locked_at ?? null),
    servers: use?.servers ?? 0,
    running: use?.running ?? 0,
    cpus: found?.cpus ?? null,
    load: found?.load ?? null,
    vcpus_sold: sold.vcpus,
    cpu_ratio: divide(sold.vcpus, found?.cpus),
    memory_bytes: found?.memoryBytes ?? null,
    memory_used_bytes: found?.memoryUsedBytes ?? null,
    memory_sold_bytes: sold.memory,
    memory_ratio: divide(sold.memory, found?.memoryBytes),
    disk_bytes: found?.diskBytes ?? null,
    disk_used_bytes: found?.diskUsedBytes ?? null,
    disk_sold_bytes: sold.disk,
    disk_ratio: divide(sold.disk, found?.diskBytes),
    full: found !== undefined && isFull(found),
  };
}

function divide(sold: number, there: number | null | undefined): number | null {
  return there ? Math.round((sold / there) * 100) / 100 : null;
}

/** Returns false if the usage is unknown. */
export function isFull({ memoryBytes, memoryUsedBytes, diskBytes, diskUsedBytes }: VpsNode): boolean {
  const shares = [divide(memoryUsedBytes ?? 0, memoryBytes), divide(diskUsedBytes ?? 0, diskBytes)];
  return shares.some((share) => share !== null && share >= FULL);
}
