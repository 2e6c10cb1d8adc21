import { describe, expect, it } from 'vitest';
import { dayAround, dayIn, isTimeZone, monthIn, monthStart, readMonth, yearIn, yearStart } from './calendar.ts';

const at = (text: string) => Date.parse(text);
const text = (time: number) => new Date(time).toISOString().slice(0, 16);

describe('the accounting calendar', () => {
  it('uses the day, month and year of the seller, not of the machine', () => {
    const newYear = at('2026-12-31T23:30:00Z');
    expect([dayIn('UTC', newYear), monthIn('UTC', newYear), yearIn('UTC', newYear)]).toEqual([
      '2026-12-31',
      '2026-12',
      2026,
    ]);
    expect([dayIn('Europe/Berlin', newYear), yearIn('Europe/Berlin', newYear)]).toEqual(['2027-01-01', 2027]);
    expect(dayIn('America/New_York', newYear)).toBe('2026-12-31');
  });

  it('supports days of 23 and 25 hours', () => {
    const spring = dayAround('Europe/Berlin', at('2026-03-29T12:00:00Z'));
    expect([text(spring.start), text(spring.end)]).toEqual(['2026-03-28T23:00', '2026-03-29T22:00']);
    const autumn = dayAround('Europe/Berlin', at('2026-10-25T00:30:00Z'));
    expect([text(autumn.start), text(autumn.end)]).toEqual(['2026-10-24T22:00', '2026-10-25T23:00']);
  });

  it('starts a day after the gap if midnight does not exist', () => {
    const { start } = dayAround('America/Santiago', at('2026-09-06T12:00:00Z'));
    expect(text(start)).toBe('2026-09-06T04:00');
    expect(dayIn('America/Santiago', start)).toBe('2026-09-06');
    expect(dayIn('America/Santiago', start - 1)).toBe('2026-09-05');
  });

  it('finds the ends of months and years', () => {
    const november = readMonth('Europe/Berlin', '2026-11');
    expect(november && [text(november.start), text(november.end)]).toEqual(['2026-10-31T23:00', '2026-11-30T23:00']);
    expect(readMonth('UTC', '2026-13')).toBeUndefined();
    expect(text(monthStart('UTC', at('2026-12-31T10:00:00Z'), 1))).toBe('2027-01-01T00:00');
    expect(text(yearStart('Europe/Berlin', 2027))).toBe('2026-12-31T23:00');
  });

  it('recognises time zones', () => {
    expect([isTimeZone('Europe/Berlin'), isTimeZone('UTC'), isTimeZone('Mars/Base')]).toEqual([true, true, false]);
  });
});
