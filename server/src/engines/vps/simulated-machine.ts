import type { AdoptableVps, VpsAddress, VpsSpec, VpsState } from './driver.ts';
import type { FirewallPolicy } from './firewall.ts';
import { chooseNode } from './simulated-nodes.ts';

/** A simulated machine as stored on disk. */
export interface Machine {
  spec: VpsSpec;
  ipv4: string;
  /** Absent if it follows from the IPv4 address. */
  ipv6?: string | undefined;
  bootedAt: number;
  /** Null while it runs. */
  stoppedAt: number | null;
  /** Total running time before this boot, which determines disk usage. */
  ranMs: number;
  /** Absent in machines of older versions, whose node follows from their name. */
  node?: string | undefined;
  /** SHA-256 of the password of root, if one was set. */
  passwordHash?: string | undefined;
  /** Addresses on network interfaces of their own. */
  extra?: readonly VpsAddress[] | undefined;
  /** Token of the last rebuild. */
  rebuilt?: string | undefined;
  /** SHA-256 of the password of the rescue system, while it runs. */
  rescueHash?: string | undefined;
}

/** Returns the machine with the newer of its own and the given packet rules. */
export function protectMachine(machine: Machine, firewall: FirewallPolicy | undefined): Machine {
  const own = machine.spec.firewall;
  if (!firewall || (own && own.version > firewall.version)) return machine;
  return { ...machine, spec: { ...machine.spec, firewall } };
}

export function isRunning(machine: Machine): boolean {
  return machine.stoppedAt === null;
}

export function bootMachine(machine: Machine, now: number): Machine {
  const ended = machine.stoppedAt ?? now;
  return { ...machine, bootedAt: now, stoppedAt: null, ranMs: machine.ranMs + Math.max(0, ended - machine.bootedAt) };
}

export function haltMachine(machine: Machine, now: number): Machine {
  return { ...machine, stoppedAt: machine.stoppedAt ?? now };
}

export function describeMachine({ spec, ipv4, ipv6, stoppedAt, node }: Machine): VpsState {
  return {
    name: spec.name,
    status: stoppedAt === null ? 'running' : 'stopped',
    node: node ?? chooseNode(spec.name),
    ipv4: [ipv4],
    ipv6: [ipv6 ?? deriveIpv6(ipv4)],
  };
}

export function describeAdoptable(machine: Machine): AdoptableVps {
  const { name: source, kind, vcpus, memoryMb, diskGb } = machine.spec;
  const { status, node } = describeMachine(machine);
  const problem = isRunning(machine) ? 'The machine is running. Stop it first.' : null;
  return { source, status, node, kind, vcpus, memoryMb, diskGb, problem };
}

/** Derives the IPv6 address from the IPv4 address, so that both are unique. */
function deriveIpv6(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `2001:db8::${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
