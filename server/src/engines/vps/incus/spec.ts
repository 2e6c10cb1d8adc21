import { EngineError } from '../../engine.ts';
import type { VpsKind, VpsSize, VpsSpec } from '../driver.ts';
import { guardMachine } from './guards.ts';
import type { Devices, Instance, Settings } from './wire.ts';

const namePattern = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const imagePattern = /^[a-z0-9][a-z0-9._:/+-]{0,127}$/i;
const mebibyte = 2 ** 20;

/** Our notes on a machine; the engine keeps every setting that begins with `user.` and gives it no meaning. */
export const notes = {
  name: 'user.hostler.name',
  hostname: 'user.hostler.hostname',
  image: 'user.hostler.image',
  /** Set once everything that makes the machine is done; before that it was never given to anyone. */
  ready: 'user.hostler.ready',
  ipv4: 'user.hostler.ipv4',
  ipv6: 'user.hostler.ipv6',
  /** Set from when it is complete until it has its name and what is written here. */
  arriving: 'user.hostler.arriving',
  /** What it was called before it was ours. */
  source: 'user.hostler.source',
  /** What its plan asks for; set once it has its guards, or those that its host can do. */
  bounds: 'user.hostler.bounds',
  /** `true` where some could not be had, and which. */
  unguarded: 'user.hostler.unguarded',
  without: 'user.hostler.without',
  /** `true` while one that ran is off to be given another size. */
  resizing: 'user.hostler.resizing',
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
  };
}

/** Whether a machine can be the result of an earlier try to make this one; hostname and keys may change in between. */
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

/** Undefined where no limit is set, or one that says no size (a share of the host's memory). */
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

/** The disk a machine boots from, by the name that its profile or itself gives it. */
export function findRoot(devices: Devices): { name: string; device: Settings } | undefined {
  const found = Object.entries(devices).find(([, device]) => device.type === 'disk' && device.path === '/');
  return found && { name: found[0], device: found[1] };
}

/** A number, or a list of the host's CPUs: `2`, `0-3`, `1,3-4`. */
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
