import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { extendFirstPeriod } from './extend.ts';
import { type AdvancePeriod, periodEndOf } from './period.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Auckland'];
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** Returns the ends of the first three periods of an order whose server runs `wait` after it. */
function listEnds(ordered: string, wait: number, period: AdvancePeriod = 'monthly', zone = 'UTC'): string[] {
  const start = Date.parse(ordered);
  const first = { anchor: start, start, end: periodEndOf({ anchor: start, period, zone }, start) };
  const { anchor, end } = extendFirstPeriod(first, start + wait, { period, zone });
  const second = periodEndOf({ anchor, period, zone }, end);
  return [end, second, periodEndOf({ anchor, period, zone }, second)].map(iso);
}

describe('the first period of an order whose server starts late', () => {
  it('is extended by the wait, and later periods begin on the new day and time', () => {
    expect(listEnds('2026-11-10T08:00:00Z', 0)).toEqual(['2026-12-10T08:00', '2027-01-10T08:00', '2027-02-10T08:00']);
    expect(listEnds('2026-11-10T08:00:00Z', 30 * MINUTE)).toEqual([
      '2026-12-10T08:30',
      '2027-01-10T08:30',
      '2027-02-10T08:30',
    ]);
  });

  it('ordered on 31 January keeps the length of February', () => {
    // The period has 28 days, and later periods keep the day of the month on which it ended.
    expect(listEnds('2027-01-31T12:00:00Z', HOUR)).toEqual([
      '2027-02-28T13:00',
      '2027-03-31T13:00',
      '2027-04-30T13:00',
    ]);
    expect(listEnds('2027-01-31T12:00:00Z', 2 * DAY)).toEqual([
      '2027-03-02T12:00',
      '2027-04-02T12:00',
      '2027-05-02T12:00',
    ]);
  });

  it('in a leap year includes the leap day', () => {
    expect(listEnds('2028-01-31T12:00:00Z', HOUR)[0]).toBe('2028-02-29T13:00');
    expect(listEnds('2028-02-28T12:00:00Z', DAY)).toEqual(['2028-03-29T12:00', '2028-04-29T12:00', '2028-05-29T12:00']);
    const years = listEnds('2028-02-29T12:00:00Z', HOUR, 'yearly');
    expect(years).toEqual(['2029-02-28T13:00', '2030-02-28T13:00', '2031-02-28T13:00']);
  });

  it('across a change to summer time is extended by exactly the wait', () => {
    // Clocks change to summer time on 28 March, so the month has an hour less.
    expect(listEnds('2027-02-28T09:00:00Z', 3 * HOUR, 'monthly', 'Europe/Berlin')).toEqual([
      '2027-03-28T11:00',
      '2027-04-28T11:00',
      '2027-05-28T11:00',
    ]);
    // The order is placed before the clock change, and the server runs after it.
    expect(listEnds('2027-03-27T12:00:00Z', DAY, 'monthly', 'Europe/Berlin')).toEqual([
      '2027-04-28T11:00',
      '2027-05-28T11:00',
      '2027-06-28T11:00',
    ]);
  });

  it('is extended by waits of any length', () => {
    expect(listEnds('2026-11-10T08:00:00Z', 45 * DAY)).toEqual([
      '2027-01-24T08:00',
      '2027-02-24T08:00',
      '2027-03-24T08:00',
    ]);
    expect(listEnds('2026-11-10T08:00:00Z', 400 * DAY, 'yearly')[0]).toBe('2028-12-14T08:00');
  });

  it('of a trial moves as a whole, and is not shortened if the clock was set back', () => {
    const start = Date.parse('2026-11-10T08:00:00Z');
    const trial = { anchor: start + 10 * DAY, start, end: start + 10 * DAY };
    const rhythm = { period: 'monthly', zone: 'UTC' } as const;
    const end = start + 12 * DAY;
    expect(extendFirstPeriod(trial, start + 2 * DAY, rhythm)).toEqual({ anchor: end, end });
    expect(extendFirstPeriod(trial, start - DAY, rhythm)).toEqual({ anchor: trial.anchor, end: trial.end });
  });

  it('ends exactly the wait later and is followed by whole periods, for any order, time zone and wait', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2040-01-01T00:00:00Z') }),
        fc.integer({ min: 0, max: 100 * DAY }),
        fc.constantFrom<AdvancePeriod>('monthly', 'yearly'),
        fc.constantFrom(...ZONES),
        (start, wait, period, zone) => {
          const end = periodEndOf({ anchor: start, period, zone }, start);
          const extended = extendFirstPeriod({ anchor: start, start, end }, start + wait, { period, zone });
          expect(extended.end).toBe(end + wait);
          const length = periodEndOf({ anchor: extended.anchor, period, zone }, extended.end) - extended.end;
          const [least, most] = period === 'monthly' ? [28, 31] : [365, 366];
          expect(length).toBeGreaterThanOrEqual(least * DAY - HOUR);
          expect(length).toBeLessThanOrEqual(most * DAY + HOUR);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
