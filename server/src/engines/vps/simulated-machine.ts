import { hashText } from '../simulation/hash.ts';
import type { VpsSpec, VpsState } from './driver.ts';

/** A simulated machine as stored on disk. */
export interface Machine {
  spec: VpsSpec;
  ipv4: string;
  bootedAt: number;
  /** Null while it runs. */
  stoppedAt: number | null;
  /** Total running time before this boot, which determines disk usage. */
  ranMs: number;
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

export function describeMachine({ spec, ipv4, stoppedAt }: Machine): VpsState {
  return {
    name: spec.name,
    status: stoppedAt === null ? 'running' : 'stopped',
    node: `simulated-${1 + (hashText(`node/${spec.name}`) % 3)}`,
    ipv4: [ipv4],
    ipv6: [deriveIpv6(ipv4)],
  };
}

/** Derives the IPv6 address from the IPv4 address, so that both are unique. */
function deriveIpv6(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `2001:db8::${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
