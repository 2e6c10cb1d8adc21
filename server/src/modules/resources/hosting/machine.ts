import { randomBytes } from 'node:crypto';
import type { VpsSpec } from '#engines/vps/driver.ts';
import type { HostingRow } from './store.ts';
import { throttleBounds } from './traffic/size.ts';

/** Returns the name of a VPS on the engine. Based on the id, which is never reused, and not on the customer's label. */
export function instanceName(id: number): string {
  return `vps-${id}`;
}

/** Returns undefined if the machine is not one of ours. */
export function hostingIdOf(name: string): number | undefined {
  const match = /^vps-([1-9]\d{0,15})$/.exec(name);
  return match ? Number(match[1]) : undefined;
}

/** Returns the name of a snapshot on the engine. Based on the id, which is never reused. */
export function snapshotName(id: number): string {
  return `snapshot-${id}`;
}

/**
 * Returns the name of a throw-away machine in which a backup is verified. Never a name of a server. It is random, so that
 * the late deletion of one never affects the next.
 */
export function nameDrill(backupId: number): string {
  return `drill-${backupId}-${randomBytes(3).toString('hex')}`;
}

export function isDrill(name: string): boolean {
  return /^drill-[1-9]\d{0,15}-[0-9a-f]{6}$/.test(name);
}

export function specOf(row: HostingRow): VpsSpec {
  return {
    name: instanceName(row.id),
    hostname: row.hostname,
    kind: row.kind,
    image: row.image,
    vcpus: row.vcpus,
    memoryMb: row.memory_mb,
    diskGb: row.disk_gb,
    sshKeys: JSON.parse(row.ssh_keys),
    bounds: throttleBounds(JSON.parse(row.bounds), row.throttled_mbps),
  };
}

/** Returns the serial key for all work on the VPS, which runs in order. Actions of other resources use it too. */
export function serialKeyOf(id: number): string {
  return `hosting ${id}`;
}
