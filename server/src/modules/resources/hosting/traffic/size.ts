import { type Query, sql } from '@hostler/database';
import type { VpsBounds, VpsSize } from '#engines/vps/driver.ts';
import type { HostingRow } from '../store.ts';

type Recorded = Pick<HostingRow, 'vcpus' | 'memory_mb' | 'disk_gb' | 'bounds' | 'throttled_mbps'>;

const RECORDED = sql<{ id: number }, Recorded>(
  'select vcpus, memory_mb, disk_gb, bounds, throttled_mbps from hosting where id = :id',
);

/** Returns the limits with the network limit of a throttled server. */
export function throttleBounds(bounds: VpsBounds, throttledMbps: number | null): VpsBounds {
  if (throttledMbps === null) return bounds;
  return { ...bounds, networkMbps: Math.min(bounds.networkMbps ?? throttledMbps, throttledMbps) };
}

/** Returns the network limit of a throttled server, if its host enforces it. */
export function shownThrottle({
  throttled_mbps,
  throttle_missing_since,
}: Pick<HostingRow, 'throttled_mbps' | 'throttle_missing_since'>): number | null {
  return throttle_missing_since === null ? throttled_mbps : null;
}

/** Returns the recorded size of a server, and its limit while it is throttled. Used by the actions of any account. */
export function* findSize(id: number): Query<{ size: VpsSize; throttledMbps: number | null } | undefined> {
  const row = yield* RECORDED.one({ id });
  if (!row) return undefined;
  const { vcpus, memory_mb: memoryMb, disk_gb: diskGb, throttled_mbps: throttledMbps } = row;
  const bounds = throttleBounds(JSON.parse(row.bounds), throttledMbps);
  return { size: { vcpus, memoryMb, diskGb, bounds }, throttledMbps };
}
