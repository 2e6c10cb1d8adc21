import type { VpsBounds, VpsKind } from '../driver.ts';
import { ApiError } from './errors.ts';
import type { Devices, Settings } from './wire.ts';

/** Settings that isolate a machine from its neighbours, by the host feature they need. */
export const guardNames = ['processes', 'idmap', 'filters', 'network', 'disk'] as const;

export type GuardName = (typeof guardNames)[number];

interface Guard {
  /** Settings of the machine or of one of its devices. */
  keys: readonly string[];
  /** Matches the error that the host does not support it. Nothing inside a machine can cause this error. */
  refusal: RegExp;
}

const guards: Readonly<Record<GuardName, Guard>> = {
  processes: { keys: ['limits.processes'], refusal: /limits\.processes|\bpids\b/i },
  idmap: { keys: ['security.idmap.isolated'], refusal: /not enough uid\/gid|idmap\.isolated/i },
  filters: {
    // Without the filter, an address on a network where machines choose their own cannot be fixed either.
    keys: ['security.mac_filtering', 'security.ipv4_filtering', 'security.ipv6_filtering', 'ipv6.address'],
    refusal: /security\.\w+_filtering|\bebtables\b|\bnft\b|nftables/i,
  },
  network: { keys: ['limits.ingress', 'limits.egress'], refusal: /limits\.(ingress|egress)|\btc\b/i },
  disk: { keys: ['limits.read', 'limits.write'], refusal: /limits\.(read|write)|disk limits|\bblkio\b|\bio\.max\b/i },
};

export interface Guarded {
  config: Settings;
  devices: Devices;
}

const [fewestProcesses, mostProcesses] = [512, 8192];

/**
 * Returns the settings that isolate a machine. A virtual machine has its own kernel and needs none. Swap belongs to the
 * host: one machine that uses it up slows down all others.
 */
export function guardMachine(kind: VpsKind, memoryMb: number, bounds: VpsBounds = {}): Settings {
  if (kind === 'virtual-machine') return {};
  const processes = bounds.processes ?? Math.min(Math.max(memoryMb, fewestProcesses), mostProcesses);
  return {
    'limits.processes': String(processes),
    'limits.memory.swap': 'false',
    'security.idmap.isolated': 'true',
    'security.nesting': String(bounds.nesting ?? false),
    'security.privileged': 'false',
  };
}

export function leaveOut({ config, devices }: Guarded, names: Iterable<GuardName>): Guarded {
  const keys = new Set([...names].flatMap((name) => guards[name].keys));
  return {
    config: omit(config, keys),
    devices: Object.fromEntries(Object.entries(devices).map(([name, device]) => [name, omit(device, keys)])),
  };
}

export function hasGuard({ config, devices }: Guarded, name: GuardName): boolean {
  const { keys } = guards[name];
  return [config, ...Object.values(devices)].some((settings) => keys.some((key) => settings[key] !== undefined));
}

/** Returns the guard that caused the failure; undefined if there is another reason. */
export function findCulprit(error: unknown, machine: Guarded): GuardName | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return guardNames.find((name) => guards[name].refusal.test(error.message) && hasGuard(machine, name));
}

function omit(settings: Settings, keys: ReadonlySet<string>): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !keys.has(key)));
}
