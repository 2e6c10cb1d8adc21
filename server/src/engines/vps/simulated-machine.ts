import { hashText } from '../simulation/hash.ts';
import type { VpsSpec, VpsState } from './driver.ts';

/** A simulated machine as it is kept on disk. */
export interface Machine {
  spec: VpsSpec;
  ipv4: string;
  bootedAt: number;
  /** Null while it runs. */
  stoppedAt: number | null;
  /** How long it ran before this boot, in all: what its disk has seen. */
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

/** One IPv6 address per IPv4 address, so that giving out the one without collisions gives out the other too. */
function deriveIpv6(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `2001:db8::${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
