import { expect, test } from 'vitest';
import { sampleMachine } from '#engines/vps/simulated-metrics.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { imagineReadings, type Reading } from './load.ts';

const spec = { name: 'vps-8', vcpus: 2, memoryMb: 4096, diskGb: 80 };
const now = Date.UTC(2026, 10, 16, 14);
const watch = { since: now - 30 * DAY, now, everyMs: MINUTE };
const counters = ['cpuSeconds', 'networkInBytes', 'networkOutBytes', 'diskReadBytes', 'diskWriteBytes'] as const;

test('the metrics of a new machine continue where its invented history ends', () => {
  const before = [...imagineReadings(spec, {}, watch)].at(-1) as Reading;
  const machine = { spec, bootedAt: now, stoppedAt: null, ranMs: 30 * DAY };
  const after = sampleMachine(machine, now + MINUTE) as Reading;
  expect(before.at).toBe(now - MINUTE);
  expect(after.diskUsedBytes / before.diskUsedBytes).toBeCloseTo(1, 3);
  expect(after.memoryUsedBytes / before.memoryUsedBytes).toBeCloseTo(1, 1);
});

test('counters never decrease, even after a restart, and do not change while the machine is off', () => {
  const down = [3 * DAY + 5 * HOUR, 3 * DAY + 4 * HOUR] as const;
  const readings = [...imagineReadings(spec, { down }, watch)];
  for (const counter of counters) {
    const values = readings.map((reading) => reading[counter]);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  }
  const off = readings.filter(({ at }) => now - at <= down[0] && now - at > down[1]);
  expect(off.length).toBeGreaterThan(5);
  expect(new Set(off.map(({ memoryUsedBytes, cpuSeconds }) => `${memoryUsedBytes} ${cpuSeconds}`)).size).toBe(1);
  expect(off[0]?.memoryUsedBytes).toBe(0);
});

test('the invented history has no readings for a time without monitoring', () => {
  const readings = imagineReadings(spec, { unwatched: [5 * DAY, 4 * DAY] }, watch);
  expect([...readings].filter(({ at }) => now - at < 5 * DAY && now - at > 4 * DAY)).toEqual([]);
});
