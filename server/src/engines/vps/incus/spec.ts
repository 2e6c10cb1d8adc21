import { EngineError } from '../../engine.ts';
import type { VpsKind, VpsSize, VpsSpec } from '../driver.ts';
import { guardMachine } from './guards.ts';
import type { Devices, Instance, Settings } from './wire.ts';

const namePattern = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const imagePattern = /^[a-z0-9][a-z0-9._:/+-]{0,127}$/i;
const mebibyte = 2 ** 20;

/** Our notes on a machine: the engine stores settings that begin with `user.` without interpreting them. */
export const notes = {
  name: 'user.hostler.name',
  hostname: 'user.hostler.hostname',
  image: 'user.hostler.image',
  /** Set once the machine is completely created; before that nobody uses it. */
  ready: 'user.hostler.ready',
  ipv4: 'user.hostler.ipv4',
  ipv6: 'user.hostler.ipv6',
  /** Addresses that were given at the creation, as JSON. */
  assigned: 'user.hostler.assigned',
  /** Set from completion until it has its name and these settings. */
  arriving: 'user.hostler.arriving',
  /** NICs to restore with the mark: JSON of devices. */
  cards: 'user.hostler.cards',
  /** Token of the rebuild that created the machine. */
  rebuilt: 'user.hostler.rebuilt',
  /** On a machine that a rebuild replaces: JSON of Retired, for the way back. */
  retired: 'user.hostler.retired',
  /** Name before the adoption. */
  source: 'user.hostler.source',
  /** Limits of its plan; set once it has its guards, or those that its host supports. */
  bounds: 'user.hostler.bounds',
  /** `true` if some guards are missing, and their names. */
  unguarded: 'user.hostler.unguarded',
  without: 'user.hostler.without',
  /** `true` while a running machine is stopped for a resize. */
  resizing: 'user.hostler.resizing',
  /** JSON of the names of host interfaces that are about to exist. No packet passes them before their NIC is known. */
  expected: 'user.hostler.firewall.expected',
  /** JSON of the packet rules, and the digest of those that the helper of the host has loaded. */
  firewall: 'user.hostler.firewall',
  firewallApplied: 'user.hostler.firewall.applied',
} as const;

export function checkName(name: string): void {
  if (!namePattern.test(name)) throw new EngineError('refused', 'The name of the server is not valid.');
}

export function checkSpec(spec: VpsSpec): void {
  checkName(spec.name);
  if (!imagePattern.test(spec.image)) throw failNoImage(spec.image);
  checkSize(spec);
}

export function checkSize({ vcpus, memoryMb, diskGb }: VpsSize): void {
  for (const amount of [vcpus, memoryMb, diskGb]) {
    if (!Number.isInteger(amount) || amount < 1) {
      throw new EngineError('refused', 'The size of the server is not valid.');
    }
  }
}

export function failNoImage(image: string, cause?: unknown): EngineError {
  return new EngineError('refused', `There is no image "${image}".`, { cause });
}

export function writeSettings(spec: VpsSpec): Settings {
  return {
    'limits.cpu': String(spec.vcpus),
    'limits.memory': `${spec.memoryMb}MiB`,
    ...guardMachine(spec.kind, spec.memoryMb, spec.bounds),
    [notes.name]: spec.name,
    [notes.hostname]: spec.hostname,
    [notes.image]: spec.image,
    [notes.bounds]: JSON.stringify(spec.bounds ?? {}),
    ...(spec.firewall ? { [notes.firewall]: JSON.stringify(spec.firewall) } : {}),
  };
}

/** Returns whether a machine can result from an earlier attempt; hostname and keys may differ. */
export function isSameMachine(instance: Instance, spec: VpsSpec): boolean {
  const size = readSize(instance);
  return (
    instance.config[notes.image] === spec.image &&
    instance.type === spec.kind &&
    size.vcpus === spec.vcpus &&
    size.memoryMb === spec.memoryMb &&
    size.diskGb === spec.diskGb
  );
}

export function isOurs(instance: Instance, name: string): boolean {
  return instance.config[notes.name] === name;
}

export function isReady(instance: Instance): boolean {
  return instance.config[notes.ready] === 'true';
}

/** Undefined if there is no limit, or one without a size (a share of the host's memory). */
export interface Size {
  vcpus: number | undefined;
  memoryMb: number | undefined;
  diskGb: number | undefined;
}

export function readSize({ expanded_config: settings, expanded_devices: devices }: Instance): Size {
  const memory = parseBytes(settings['limits.memory']);
  const disk = parseBytes(findRoot(devices)?.device.size);
  return {
    vcpus: countCpus(settings['limits.cpu']),
    memoryMb: memory && Math.max(1, Math.round(memory / mebibyte)),
    diskGb: disk && Math.max(1, Math.round(disk / (1024 * mebibyte))),
  };
}

export function readKind({ type }: Instance): VpsKind {
  return type === 'virtual-machine' ? 'virtual-machine' : 'container';
}

/** Returns the root disk, by its name in the profile or the machine. */
export function findRoot(devices: Devices): { name: string; device: Settings } | undefined {
  const found = Object.entries(devices).find(([, device]) => device.type === 'disk' && device.path === '/');
  return found && { name: found[0], device: found[1] };
}

/** Parses a number or a list of host CPUs: `2`, `0-3`, `1,3-4`. */
function countCpus(limit: string | undefined): number | undefined {
  if (limit === undefined || limit === '') return undefined;
  if (/^\d+$/.test(limit)) return Number(limit);
  return limit.split(',').reduce((sum, part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return sum + last - first + 1;
  }, 0);
}

const units: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

function parseBytes(text: string | undefined): number | undefined {
  const [, amount = '', unit = 'B'] = /^(\d+) *([a-zA-Z]+)?$/.exec(text ?? '') ?? [];
  const factor = units[unit];
  return amount === '' || factor === undefined ? undefined : Number(amount) * factor;
}
