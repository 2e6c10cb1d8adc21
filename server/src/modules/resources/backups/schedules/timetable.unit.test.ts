import { describe, expect, it } from 'vitest';
import { nextTime, spreadTime, spreadWeekday, WEEKDAYS } from './timetable.ts';

const at = (text: string) => Date.parse(text);
const next = (time: string, weekday: (typeof WEEKDAYS)[number] | null, after: string) =>
  new Date(nextTime({ frequency: weekday ? 'weekly' : 'daily', time, weekday }, at(after))).toISOString().slice(0, 16);

describe('the next run', () => {
  it.each([
    ['03:30', '2026-11-15T03:29:59Z', '2026-11-15T03:30'],
    ['03:30', '2026-11-15T03:30:00Z', '2026-11-16T03:30'],
    ['03:30', '2026-11-15T03:30:01Z', '2026-11-16T03:30'],
    ['00:00', '2026-12-31T23:59:59Z', '2027-01-01T00:00'],
    ['23:59', '2028-02-28T23:59:00Z', '2028-02-29T23:59'],
    // The night in which European clocks are set back.
    ['01:30', '2026-10-25T01:29:00Z', '2026-10-25T01:30'],
  ])('of a daily schedule at %s after %s is %s', (time, after, expected) => {
    expect(next(time, null, after)).toBe(expected);
  });

  it.each([
    ['monday', '2026-11-15T12:00:00Z', '2026-11-16T03:30'],
    ['sunday', '2026-11-15T03:29:00Z', '2026-11-15T03:30'],
    ['sunday', '2026-11-15T03:30:00Z', '2026-11-22T03:30'],
    ['saturday', '2026-12-27T00:00:00Z', '2027-01-02T03:30'],
  ] as const)('of a weekly schedule on %s after %s is %s', (weekday, after, expected) => {
    expect(next('03:30', weekday, after)).toBe(expected);
    expect(WEEKDAYS[(new Date(`${expected}Z`).getUTCDay() + 6) % 7]).toBe(weekday);
  });
});

describe('an automatic time', () => {
  it('uses each minute of the day once in 1440 ids, and consecutive ids are over an hour apart', () => {
    const times = Array.from({ length: 1440 }, (_, id) => spreadTime(id + 1));
    expect(new Set(times).size).toBe(1440);
    for (const time of times) expect(time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
    const minuteOf = (time = '') => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    for (const [index, time] of times.entries()) {
      if (index > 0) expect(Math.abs(minuteOf(time) - minuteOf(times[index - 1]))).toBeGreaterThan(60);
    }
  });

  it('is valid for the largest id', () => {
    expect(spreadTime(Number.MAX_SAFE_INTEGER)).toMatch(/^\d\d:\d\d$/);
    expect(WEEKDAYS).toContain(spreadWeekday(Number.MAX_SAFE_INTEGER));
  });
});
