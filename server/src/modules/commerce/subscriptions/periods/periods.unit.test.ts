import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMonth } from '#kernel/calendar.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { costOfMonth, hourBorder, startedHours } from './hours.ts';
import { type AdvancePeriod, borderOf, periodEndOf, periodStartOf, type Rhythm } from './period.ts';
import { prorate, secondsLeft } from './proration.ts';
import { fromWallClock, toWallClock } from './zone.ts';

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();
const rhythm = (anchor: string, period: AdvancePeriod = 'monthly', zone = 'UTC') => ({
  anchor: at(anchor),
  period,
  zone,
});
const borders = (given: Rhythm, count: number) =>
  Array.from({ length: count }, (_, index) => iso(borderOf(given, index)).slice(0, 16));
const monthNamed = (name: string, zone: string) => readMonth(zone, name) ?? { start: 0, end: 0 };
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Auckland'];

describe('a period', () => {
  it('begins on the same day and time of every month or year', () => {
    expect(borders(rhythm('2026-11-15T01:50:00Z'), 3)).toEqual([
      '2026-11-15T01:50',
      '2026-12-15T01:50',
      '2027-01-15T01:50',
    ]);
    expect(borders(rhythm('2026-11-15T01:50:00Z', 'yearly'), 2)[1]).toBe('2027-11-15T01:50');
  });

  it('begins on the last day of a month that is too short, and on its own day again after that', () => {
    const days = (anchor: string) => borders(rhythm(anchor), 5).map((border) => border.slice(5, 10));
    expect(days('2026-01-31T12:00:00Z')).toEqual(['01-31', '02-28', '03-31', '04-30', '05-31']);
    expect(days('2028-01-31T12:00:00Z')).toEqual(['01-31', '02-29', '03-31', '04-30', '05-31']);
    expect(days('2027-01-29T12:00:00Z')[1]).toBe('02-28');
  });

  it('of a year that starts on a leap day ends on 28 February until the next leap year', () => {
    const years = borders(rhythm('2028-02-29T12:00:00Z', 'yearly'), 5).map((border) => border.slice(0, 10));
    expect(years).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
  });

  it('keeps the time of day in the time zone of the seller, also across daylight saving time', () => {
    const berlin = rhythm('2027-02-28T09:00:00Z', 'monthly', 'Europe/Berlin');
    expect(borders(berlin, 3)).toEqual(['2027-02-28T09:00', '2027-03-28T08:00', '2027-04-28T08:00']);
    // In the seller's time zone this is already 1 February.
    expect(borders(rhythm('2027-01-31T23:30:00Z', 'monthly', 'Europe/Berlin'), 2)[1]).toBe('2027-02-28T23:30');
  });

  it('ends where the next one begins, for any anchor, time zone and period number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') }),
        fc.constantFrom<AdvancePeriod>('monthly', 'yearly'),
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 60 }),
        (anchor, period, zone, count) => {
          const given = { anchor, period, zone };
          const [start, end] = [borderOf(given, count), borderOf(given, count + 1)];
          expect([periodStartOf(given, end), periodEndOf(given, start)]).toEqual([start, end]);
          const days = (end - start) / DAY;
          expect(days).toBeGreaterThan(period === 'monthly' ? 27.9 : 364.9);
          expect(days).toBeLessThan(period === 'monthly' ? 31.1 : 366.1);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has a plausible length after the seller moved to another time zone', () => {
    const [before, now] = [rhythm('2027-01-31T12:00:00Z'), rhythm('2027-01-31T12:00:00Z', 'monthly', 'Asia/Tokyo')];
    for (let count = 0; count < 24; count++) {
      const days = (periodEndOf(now, borderOf(before, count)) - borderOf(before, count)) / DAY;
      expect(days).toBeGreaterThan(26);
      expect(days).toBeLessThan(33);
    }
  });
});

describe('the wall clock of a time zone', () => {
  it('is converted back to the same moment, or to the first one if the time occurs twice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: at('2040-01-01T00:00:00Z') }),
        fc.constantFrom(...ZONES),
        (moment, zone) => {
          const again = fromWallClock(toWallClock(moment, zone), zone);
          // A time that occurs twice is read as the first.
          expect([0, HOUR, HOUR / 2]).toContain(moment - again);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reads a time that the change to summer time skips as one hour later', () => {
    expect(iso(fromWallClock(at('2027-03-28T02:30:00Z'), 'Europe/Berlin'))).toBe('2027-03-28T01:30:00.000Z');
  });
});

describe('the proration of a period', () => {
  const november = { start: at('2026-11-01T00:00:00Z'), end: at('2026-12-01T00:00:00Z') };

  it('is computed by the second and rounded once, halves away from zero', () => {
    expect(secondsLeft(november, at('2026-11-02T00:00:00Z'))).toEqual({ left: 29 * 86_400, whole: 30 * 86_400 });
    expect(prorate(1990, november, at('2026-11-02T00:00:00Z'))).toBe(1924);
    expect(prorate(-1990, november, at('2026-11-02T00:00:00Z'))).toBe(-1924);
    expect(prorate(1, november, at('2026-11-16T00:00:00Z'))).toBe(1);
    expect(prorate(-1, november, at('2026-11-16T00:00:00Z'))).toBe(-1);
  });

  it('is the full price before the period begins and zero after it ends', () => {
    expect(prorate(990, november, 0)).toBe(990);
    expect(prorate(990, november, november.end)).toBe(0);
    expect(prorate(990, november, november.end + DAY)).toBe(0);
  });

  it('is a safe integer for the largest price, and never more than the price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 13 }),
        fc.integer({ min: november.start, max: november.end }),
        (price, moment) => {
          const part = prorate(price, november, moment);
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(price);
          expect(Number.isSafeInteger(part)).toBe(true);
        },
      ),
    );
  });
});

describe('hourly usage', () => {
  const november = monthNamed('2026-11', 'UTC');
  const use = (start: string, end: string, rate = 2, cap: number | null = null) => ({
    start: at(start),
    end: at(end),
    rate,
    cap,
  });

  it('costs every started hour', () => {
    const hours = (end: string) => startedHours(use('2026-11-03T10:30:00Z', end), november);
    expect(hours('2026-11-03T10:30:00Z')).toBe(0);
    expect(hours('2026-11-03T10:30:01Z')).toBe(1);
    expect(hours('2026-11-03T11:30:00Z')).toBe(1);
    expect(hours('2026-11-03T11:30:01Z')).toBe(2);
  });

  it('counts every hour in exactly one month', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2026-10-20T00:00:00Z'), max: at('2026-11-20T00:00:00Z') }),
        fc.integer({ min: 0, max: 90 * DAY }),
        fc.constantFrom(...ZONES),
        (start, length, zone) => {
          const used = { start, end: start + length };
          const months = ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03'];
          const sum = months.reduce((hours, name) => hours + startedHours(used, monthNamed(name, zone)), 0);
          expect(sum).toBe(Math.ceil(length / HOUR));
        },
      ),
    );
  });

  it('counts 743 and 745 hours in the months in which daylight saving time begins and ends', () => {
    const [march, october] = [monthNamed('2027-03', 'Europe/Berlin'), monthNamed('2027-10', 'Europe/Berlin')];
    expect([startedHours(march, march), startedHours(october, october)]).toEqual([743, 745]);
  });

  it('costs no more than the monthly cap', () => {
    const all = use('2026-10-01T00:00:00Z', '2027-01-01T00:00:00Z', 2, 1000);
    expect(costOfMonth([all], november)).toEqual({ hours: 720, uncapped: 1440, cost: 1000 });
    expect(costOfMonth([{ ...all, cap: null }], november).cost).toBe(1440);
    expect(costOfMonth([], november)).toEqual({ hours: 0, uncapped: 0, cost: 0 });
  });

  it('at two rates costs no more than the higher cap of the rates in use', () => {
    const small = use('2026-11-01T00:00:00Z', '2026-11-16T00:00:00Z', 2, 1000);
    const large = use('2026-11-16T00:00:00Z', '2026-12-01T00:00:00Z', 8, 3000);
    expect(costOfMonth([small, large], november)).toEqual({ hours: 720, uncapped: 3600, cost: 3000 });
    expect(costOfMonth([small, { ...large, cap: 9000 }], november).cost).toBe(3600);
    expect(costOfMonth([{ ...large, end: large.start, cap: 9000 }, small], november).cost).toBe(720);
  });

  it('is divided at whole hours from its start', () => {
    const start = at('2026-11-03T10:30:00Z');
    const border = (text: string, round: 'up' | 'down') => iso(hourBorder(start, at(text), round)).slice(11, 16);
    expect(border('2026-11-03T11:45:00Z', 'down')).toBe('11:30');
    expect(border('2026-11-03T11:45:00Z', 'up')).toBe('12:30');
    expect(border('2026-11-03T11:30:00Z', 'up')).toBe('11:30');
    expect(border('2026-11-03T09:00:00Z', 'down')).toBe('10:30');
  });
});
