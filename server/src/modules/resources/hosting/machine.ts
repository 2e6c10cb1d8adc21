import type { VpsSpec } from '../../../engines/vps/driver.ts';
import type { HostingRow } from './store.ts';

/** What a VPS is called on the engine: by its id, which is never given twice, and not by what the customer calls it. */
export function instanceName(id: number): string {
  return `vps-${id}`;
}

/** Undefined for a machine that is not one of ours. */
export function hostingIdOf(name: string): number | undefined {
  const match = /^vps-([1-9]\d{0,15})$/.exec(name);
  return match ? Number(match[1]) : undefined;
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
    bounds: JSON.parse(row.bounds),
  };
}

/** Work under this key is done in order with all other work on the VPS; for actions of another kind of resource. */
export function serialKeyOf(id: number): string {
  return `hosting ${id}`;
}
