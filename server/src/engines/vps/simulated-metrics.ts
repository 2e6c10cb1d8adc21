import { drawNoise, hashText } from '../simulation/hash.ts';
import type { VpsSample, VpsSpec } from './driver.ts';
import { readRhythm, sumActivity } from './simulated-activity.ts';
import type { Machine } from './simulated-machine.ts';

const minute = 60_000;
const year = 365 * 24 * 60 * minute;

export interface SampledMachine extends Pick<Machine, 'bootedAt' | 'stoppedAt' | 'ranMs'> {
  readonly spec: Pick<VpsSpec, 'name' | 'vcpus' | 'memoryMb' | 'diskGb'>;
}

/**
 * Returns the reading of a machine at a time in its current boot (undefined: before it). It is a pure function of
 * machine and time, so nothing runs in the background and every process reads the same.
 */
export function sampleMachine(machine: SampledMachine, at: number): VpsSample | undefined {
  const { spec, bootedAt, stoppedAt } = machine;
  if (at < bootedAt) return undefined;
  const until = Math.min(at, stoppedAt ?? at);
  const seed = hashText(spec.name);

  /** Returns bytes at an average rate of `low` to `high` per second, depending on the machine. */
  const sumBytes = (counter: string, low: number, high: number) => {
    const noise = hashText(`${spec.name}/${counter}`);
    const perMs = (low * (high / low) ** drawNoise(noise, 0)) / 1000;
    return Math.floor(perMs * sumActivity(seed, noise, bootedAt, until));
  };
  return {
    name: spec.name,
    at,
    ...(stoppedAt === null || at < stoppedAt ? { bootedAt } : {}),
    cpuSeconds: sumCpuSeconds(machine, seed, until),
    memoryUsedBytes: stoppedAt !== null && at >= stoppedAt ? 0 : readMemory(machine, seed, at),
    diskUsedBytes: readDisk(machine, seed, until),
    networkInBytes: sumBytes('network-in', 4e3, 120e3),
    networkOutBytes: sumBytes('network-out', 10e3, 600e3),
    diskReadBytes: sumBytes('disk-read', 2e3, 80e3),
    diskWriteBytes: sumBytes('disk-write', 8e3, 200e3),
  };
}

function sumCpuSeconds({ spec, bootedAt }: SampledMachine, seed: number, until: number): number {
  // 4 to 13 % on average: the largest burst, seven times that, still fits into the vCPUs.
  const load = 0.04 + 0.09 * drawNoise(seed, 7);
  const seconds = sumActivity(seed, hashText(`${spec.name}/cpu`), bootedAt, until) / 1000;
  return Math.floor(seconds * load * spec.vcpus * 1e6) / 1e6;
}

function readMemory({ spec, bootedAt, ranMs }: SampledMachine, seed: number, at: number): number {
  const usual = 0.25 + 0.3 * drawNoise(seed, 8);
  // A new machine fills gradually; one that ran before starts all its programs at once.
  const warmUp = 1 - 0.6 * Math.exp(-(at - bootedAt + ranMs) / (10 * minute));
  const share = warmUp * (usual + 0.1 * readRhythm(seed, at) + 0.08 * drawSmoothNoise(seed + 9, at / (7 * minute)));
  return Math.floor(spec.memoryMb * 2 ** 20 * share);
}

function readDisk({ spec, bootedAt, ranMs }: SampledMachine, seed: number, until: number): number {
  const installed = 0.06 + 0.12 * drawNoise(seed, 10);
  const ran = ranMs + until - bootedAt;
  const filled = 0.6 * (1 - Math.exp((-ran / year) * (0.3 + drawNoise(seed, 11))));
  return Math.floor(spec.diskGb * 2 ** 30 * (installed + filled));
}

function drawSmoothNoise(seed: number, position: number): number {
  const index = Math.floor(position);
  const left = drawNoise(seed, index);
  const right = drawNoise(seed, index + 1);
  return left + (right - left) * (position - index);
}
