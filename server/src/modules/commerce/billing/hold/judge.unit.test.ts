import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import { advanceClock, judgeClock } from './judge.ts';

const LAST = Date.UTC(2026, 10, 17);
const judge = (now: number, hold?: { since: number; seenAt: number; steadyFrom: number }) =>
  judgeClock({ at: LAST, hold }, now, 3 * DAY);

/** The same clock, looked at after each of these pauses. */
function read(pauses: readonly number[]) {
  let now = LAST;
  let hold: ReturnType<typeof judge>;
  for (const pause of pauses) {
    now += pause;
    hold = judge(now, hold);
  }
  return hold;
}
const hours = (count: number) => Array.from({ length: count }, () => HOUR);

describe('a gap since the last billing run', () => {
  it('does not hold billing if it is at most the configured limit', () => {
    expect(judge(LAST + 3 * DAY)).toBeUndefined();
    expect(judge(LAST - 400 * DAY)).toBeUndefined();
  });

  it('above the limit holds billing until the clock has advanced steadily for 24 hours', () => {
    expect(read([4 * DAY, ...hours(23)])).toMatchObject({ lastRunAt: LAST, until: LAST + 5 * DAY });
    expect(read([4 * DAY, ...hours(24)])).toBeUndefined();
  });

  it('restarts the 24 hours after another jump, ahead or back', () => {
    expect(read([4 * DAY, ...hours(20), 3 * HOUR, ...hours(20)])).toBeDefined();
    expect(read([20 * DAY, ...hours(20), -10 * DAY, ...hours(20)])).toBeDefined();
    expect(read([20 * DAY, ...hours(20), -10 * DAY, ...hours(24)])).toBeUndefined();
  });

  it('above 45 days holds billing until staff confirm', () => {
    expect(read([46 * DAY, ...hours(100)])).toMatchObject({ until: null });
  });
});

describe('a clock that is behind the last run', () => {
  it('moves the last run back only after it has been behind for 24 hours', () => {
    const behind = LAST - 300 * DAY;
    const first = advanceClock({ at: LAST }, behind);
    expect(first).toEqual({ at: LAST, behindSince: behind });
    expect(advanceClock(first, behind + 23 * HOUR)).toEqual(first);
    expect(advanceClock(first, behind + DAY)).toEqual({ at: behind + DAY });
  });

  it('leaves no gap when it is corrected', () => {
    const behind = advanceClock({ at: LAST }, 0);
    expect(judgeClock(behind, LAST + HOUR, 3 * DAY)).toBeUndefined();
    expect(advanceClock(behind, LAST + HOUR)).toEqual({ at: LAST + HOUR });
  });
});
