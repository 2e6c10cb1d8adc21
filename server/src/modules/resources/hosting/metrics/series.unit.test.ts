import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { makeSeries, type SampleRow } from './series.ts';

const now = 1_794_700_800_000;
const about = { vcpus: 1, now, sampleEvery: MINUTE };

const sample = (at: number, values: Partial<SampleRow> = {}): SampleRow => ({
  at,
  cpu_seconds: 0,
  memory_used_bytes: 0,
  disk_used_bytes: 0,
  network_in_bytes: 0,
  network_out_bytes: 0,
  disk_read_bytes: 0,
  disk_write_bytes: 0,
  vcpus: null,
  ...values,
});

describe('metric series', () => {
  it('are empty without readings or with only one', () => {
    const window = { start: now - HOUR, end: now, step: MINUTE };
    expect(makeSeries([], window, about).cpuPercent).toEqual([]);
    expect(makeSeries([sample(now - MINUTE)], window, about).memoryUsed).toEqual([]);
  });

  it('weight readings by how much of the step they cover', () => {
    const start = now - 10 * MINUTE;
    const samples = [
      sample(start - 30_000),
      sample(start + 30_000, { network_in_bytes: 60_000 }),
      sample(start + 90_000, { network_in_bytes: 60_000 + 180_000 }),
    ];
    const { networkIn } = makeSeries(samples, { start, end: start + MINUTE, step: MINUTE }, about);
    // Half a minute at 8,000 bit/s and half at 24,000.
    expect(networkIn).toEqual([[start / 1000, 16_000]]);
  });

  it('never show more than 100 percent of the CPU', () => {
    const start = now - 10 * MINUTE;
    const samples = [sample(start), sample(start + MINUTE, { cpu_seconds: 60.2 })];
    expect(makeSeries(samples, { start, end: now, step: MINUTE }, about).cpuPercent).toEqual([[start / 1000, 100]]);
  });

  it('show zero usage if a counter from an older version drops at a boot', () => {
    const start = now - 10 * MINUTE;
    const samples = [sample(start, { cpu_seconds: 500 }), sample(start + MINUTE, { cpu_seconds: 6 })];
    expect(makeSeries(samples, { start, end: now, step: MINUTE }, about).cpuPercent).toEqual([[start / 1000, 0]]);
  });

  it('have a gap where readings are missing, and none where readings were thinned', () => {
    const recent = now - 2 * HOUR;
    const window = { start: recent, end: now, step: MINUTE };
    expect(makeSeries([sample(recent), sample(recent + 10 * MINUTE)], window, about).diskUsed).toEqual([]);
    const old = now - 8 * DAY;
    const { diskUsed } = makeSeries(
      [sample(old), sample(old + HOUR, { disk_used_bytes: 7 })],
      { start: old, end: old + HOUR, step: HOUR / 2 },
      about,
    );
    expect(diskUsed).toEqual([
      [old / 1000, 7],
      [old / 1000 + 1_800, 7],
    ]);
  });
});
