import { describe, expect, it } from 'vitest';
import type { VpsSample } from './driver.ts';
import { bootMachine, haltMachine, type Machine } from './simulated-machine.ts';
import { sampleMachine } from './simulated-metrics.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const booted = Date.UTC(2026, 10, 16, 7, 31, 12);
const counters = ['cpuSeconds', 'networkInBytes', 'networkOutBytes', 'diskReadBytes', 'diskWriteBytes'] as const;

describe('metrics of a simulated machine', () => {
  it('are the same for the same machine and time', () => {
    const at = booted + 3 * day;
    expect(sample(makeMachine('vm-1'), at)).toEqual(sample(makeMachine('vm-1'), at));
    expect(sample(makeMachine('vm-1'), at).cpuSeconds).not.toBe(sample(makeMachine('vm-2'), at).cpuSeconds);
  });

  it('begin at zero and only grow, to the millisecond and across minutes, hours, days and weeks', () => {
    const machine = makeMachine('vm-1');
    for (const counter of counters) expect(sample(machine, booted)[counter]).toBe(0);
    for (const edge of [minute, 60 * minute, day, 7 * day]) {
      const at = Math.ceil((booted + minute) / edge) * edge;
      for (const times of [
        [at - 2, at - 1, at, at + 1],
        [at - minute, at, at + minute],
      ]) {
        const samples = times.map((time) => sample(machine, time));
        for (const counter of counters) {
          const values = samples.map((one) => one[counter]);
          expect(values).toEqual(values.toSorted((a, b) => a - b));
          expect(values.at(-1)).toBeGreaterThan(values[0] ?? Number.NaN);
        }
      }
    }
  });

  it('never show more CPU time, memory or disk than the machine has', () => {
    for (let i = 0; i < 5; i++) {
      const machine = makeMachine(`vm-${i}`);
      const samples = readEvery(machine, booted, booted + day, minute);
      const cpu = pairs(samples).map(([before, after]) => (after.cpuSeconds - before.cpuSeconds) / 60);
      expect(Math.max(...cpu)).toBeLessThan(machine.spec.vcpus);
      const memory = samples.map((one) => one.memoryUsedBytes);
      expect(Math.min(...memory)).toBeGreaterThan(0);
      expect(Math.max(...memory)).toBeLessThan(machine.spec.memoryMb * 2 ** 20);
      const disk = samples.map((one) => one.diskUsedBytes);
      expect(disk).toEqual(disk.toSorted((a, b) => a - b));
      expect(disk.at(-1)).toBeGreaterThan(disk[0] ?? Number.NaN);
    }
    const old = sample(makeMachine('vm-1'), booted + 3650 * day);
    expect(old.diskUsedBytes).toBeLessThan(40 * 2 ** 30);
  });

  it('vary with the time of day, have bursts, and differ from minute to minute', () => {
    const samples = readEvery(makeMachine('vm-1'), booted, booted + 3 * day, minute);
    const perMinute = pairs(samples).map(([before, after]) => after.networkOutBytes - before.networkOutBytes);
    const perHour = Array.from({ length: 24 }, (_, hour) =>
      sum(perMinute.filter((_bytes, i) => Math.floor(i / 60) % 24 === hour)),
    );
    expect(Math.max(...perHour) / Math.min(...perHour)).toBeGreaterThan(2);
    const middle = perMinute.toSorted((a, b) => a - b)[perMinute.length / 2] ?? Number.NaN;
    expect(Math.max(...perMinute) / middle).toBeGreaterThan(2.5);
    expect(new Set(perMinute).size).toBeGreaterThan(perMinute.length * 0.95);
  });

  it('do not change while it is stopped, and show no used memory', () => {
    const stopped = haltMachine(makeMachine('vm-1'), booted + day);
    const atStop = sample(stopped, booted + day);
    const later = sample(stopped, booted + 30 * day);
    expect(later).toEqual({ ...atStop, at: later.at });
    expect(later.cpuSeconds).toBeGreaterThan(0);
    expect(later.memoryUsedBytes).toBe(0);
    expect(haltMachine(stopped, booted + 30 * day)).toEqual(stopped);
  });

  it('start at zero after a restart, except for the disk usage', () => {
    const before = sample(makeMachine('vm-1'), booted + 90 * day);
    const rebooted = bootMachine(haltMachine(makeMachine('vm-1'), booted + 90 * day), booted + 91 * day);
    const after = sample(rebooted, booted + 91 * day);
    for (const counter of counters) expect(after[counter]).toBe(0);
    expect(after.diskUsedBytes).toBe(before.diskUsedBytes);
    expect(sampleMachine(rebooted, booted + 90 * day)).toBeUndefined();
  });

  it('are computed as fast after ten years as after a minute', () => {
    const machine = makeMachine('vm-1');
    const before = process.cpuUsage();
    for (let i = 0; i < 1000; i++) sample(machine, booted + 3650 * day + i);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

function makeMachine(name: string): Machine {
  const size = { image: 'debian-13', vcpus: 2, memoryMb: 2048, diskGb: 40 };
  const spec = { name, hostname: 'a.test', kind: 'container' as const, sshKeys: [], ...size };
  return { spec, ipv4: '192.0.2.1', bootedAt: booted, stoppedAt: null, ranMs: 0 };
}

function sample(machine: Machine, at: number): VpsSample {
  const reading = sampleMachine(machine, at);
  if (!reading) throw new Error('not booted yet');
  return reading;
}

function readEvery(machine: Machine, from: number, to: number, step: number): VpsSample[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, i) => sample(machine, from + i * step));
}

function pairs<T>(values: T[]): [T, T][] {
  return values.slice(1).map((value, i) => [values[i] as T, value]);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
