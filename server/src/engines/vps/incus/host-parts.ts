import { EngineError } from '../../engine.ts';
import type { Instance, Settings } from './wire.ts';

const settings = /^(raw\.|linux\.kernel_modules|security\.syscalls\.|security\.(devlxd|guestapi)\.images)/;
const kinds = new Set(['unix-char', 'unix-block', 'unix-hotplug', 'usb', 'gpu', 'pci', 'infiniband', 'proxy']);

/** Refuses a machine with access to its host: root inside could break out, and no limit prevents that. */
export function refuseHostParts({ expanded_config: config, expanded_devices: devices }: Instance): void {
  const parts = [
    ...Object.keys(config).filter((key) => settings.test(key)),
    ...Object.entries(devices).flatMap(([name, device]) => (isHostPart(device) ? [`the device ${name}`] : [])),
  ];
  if (parts.length === 0) return;
  throw new EngineError('refused', `The server holds parts of its host; take them away first: ${parts.join(', ')}.`);
}

function isHostPart({ type = '', source, pool, nictype }: Settings): boolean {
  // A volume of a pool belongs to the machine; any other source is a folder or a disk of the host.
  if (type === 'disk') return source !== undefined && pool === undefined && !source.endsWith(':config');
  return kinds.has(type) || (type === 'nic' && nictype === 'physical');
}
