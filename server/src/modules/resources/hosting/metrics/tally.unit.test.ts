import { describe, expect, it } from 'vitest';
import type { VpsSample } from '#engines/vps/driver.ts';
import { addReading, type Tally } from './tally.ts';

const minute = 60_000;
let clock = 1_794_700_800_000;

/** Returns a reading, one per minute. A `memoryUsedBytes` of 0 means a stopped machine. */
const reading = (cpuSeconds: number, networkInBytes = cpuSeconds, memoryUsedBytes = 1, after = minute): VpsSample => {
  clock += after;
  const rest = { networkOutBytes: 0, diskReadBytes: 0, diskWriteBytes: 0, diskUsedBytes: memoryUsedBytes };
  return { name: 'vps-1', at: clock, cpuSeconds, networkInBytes, memoryUsedBytes, ...rest };
};

/** Returns the growth of the totals with each reading. */
function growths(readings: VpsSample[]): [cpu: number, network: number][] {
  let tally: Tally | undefined;
  const grown: [number, number][] = [];
  for (const next of readings) {
    const added = addReading(tally, next, 1);
    if (!added) throw new Error('not newer');
    const before = tally?.totals;
    if (before) {
      const { cpuSeconds, networkInBytes } = added.totals;
      grown.push([cpuSeconds - before.cpuSeconds, networkInBytes - before.networkInBytes]);
    }
    tally = added;
  }
  return grown;
}

describe('a tally', () => {
  it('grows by the difference between two readings', () => {
    expect(growths([reading(100, 1_000), reading(110, 1_500), reading(110, 1_500)])).toEqual([
      [10, 500],
      [0, 0],
    ]);
  });

  it('grows by the whole counter after a boot', () => {
    expect(growths([reading(500, 10_000), reading(6, 6_000)])).toEqual([[6, 6_000]]);
  });

  it('counts only the growth of a counter that does not drop at a boot: the engine may have kept it', () => {
    expect(growths([reading(500, 1_000), reading(6, 6_000)])).toEqual([[6, 5_000]]);
    expect(growths([reading(1, 1, 0), reading(30, 300)])).toEqual([[29, 299]]);
  });

  it('does not grow while the machine is stopped, whether or not the engine keeps its counters', () => {
    for (const remembered of [500, 0]) {
      const stop = () => reading(remembered, remembered, 0);
      expect(growths([reading(500), stop(), stop(), reading(4, 9), reading(5, 10)])).toEqual([
        [0, 0],
        [0, 0],
        [4, 9],
        [1, 1],
      ]);
    }
  });

  it('includes usage just before the stop if the engine keeps the counters', () => {
    expect(growths([reading(500), reading(503, 503, 0), reading(503, 503, 0)])).toEqual([
      [3, 3],
      [0, 0],
    ]);
  });

  it('shows no peak if the engine briefly loses a machine and then reports its old totals', () => {
    const readings = [
      reading(90_000, 10 ** 12),
      reading(0, 0, 0),
      reading(90_010, 10 ** 12),
      reading(90_011, 10 ** 12),
    ];
    expect(growths(readings)).toEqual([
      [0, 0],
      [10, 0],
      [1, 0],
    ]);
  });

  it('counts nothing twice if the engine loses its counters right after a start, whether it reports a stop or zeros', () => {
    for (const memory of [0, 1]) {
      const lost = () => reading(0, 0, memory);
      const readings = [reading(0, 0, 0), reading(20, 7_000), lost(), lost(), reading(25, 7_500), reading(26, 7_600)];
      expect(growths(readings)).toEqual([
        [20, 7_000],
        [0, 0],
        [0, 0],
        [5, 500],
        [1, 100],
      ]);
    }
  });

  it('counts nothing twice if single counters are lost and come back, also one after the other', () => {
    const gone = [reading(20, 7_000), reading(21, 0), reading(0, 0), reading(23, 0), reading(24, 7_400)];
    expect(growths(gone)).toEqual([
      [1, 0],
      [0, 0],
      [2, 0],
      [1, 400],
    ]);
  });

  it('loses at most the growth of one reading after a boot, when a counter passes its value before', () => {
    const readings = [reading(500, 1_000), reading(0, 0, 0), reading(6, 900), reading(7, 1_050), reading(8, 1_100)];
    expect(growths(readings)).toEqual([
      [0, 0],
      [6, 900],
      [1, 0],
      [1, 50],
    ]);
  });

  it('counts all that a machine sent since its boot, however often it restarts before a reading', () => {
    const bootedBefore = (seconds: number, bytes: number) => ({
      ...reading(seconds, bytes),
      bootedAt: clock - seconds * 1_000,
    });
    // Each boot sends as much as the one before, or more, so no counter drops.
    const readings = [reading(50, 1_000), ...[1_000, 900, 1_000, 1_100, 1_100].map((sent) => bootedBefore(50, sent))];
    expect(growths(readings).map(([, network]) => network)).toEqual([1_000, 900, 1_000, 1_100, 1_100]);
    // The reading after that is of the same boot.
    const sameBoot = [reading(50, 1_000), bootedBefore(50, 1_000), bootedBefore(110, 1_600)];
    expect(growths(sameBoot).map(([, network]) => network)).toEqual([1_000, 600]);
  });

  it('shows no peak if a single counter drops, as when a network card is removed', () => {
    expect(growths([reading(20, 50_000_000_000), reading(21, 10_000_000_000), reading(22, 10_000_000_600)])).toEqual([
      [1, 0],
      [1, 600],
    ]);
  });

  it('ignores repeated and older readings', () => {
    const [first, second] = [reading(1), reading(2)];
    const tally = addReading(undefined, second, 1);
    expect(addReading(tally, second, 1)).toBeUndefined();
    expect(addReading(tally, first, 1)).toBeUndefined();
  });

  it('keeps the disk usage of a stopped machine if the engine does not report it', () => {
    const tally = addReading(addReading(undefined, reading(1, 1, 7), 1), reading(0, 0, 0), 1);
    expect(tally?.totals).toMatchObject({ diskUsedBytes: 7, memoryUsedBytes: 0 });
  });
});
