import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOptionalTime, formatTime, parseTime } from './time.ts';

describe('a time', () => {
  it('is written with an offset and without milliseconds', () => {
    expect(formatTime(Date.UTC(2026, 10, 15, 1, 50, 36, 999))).toBe('2026-11-15T01:50:36+00:00');
    expect(formatOptionalTime(0)).toBe('1970-01-01T00:00:00+00:00');
    expect(formatOptionalTime(null)).toBeNull();
  });

  it('is written like the standard library, and parsed back', () => {
    const someTime = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(9999, 0) });
    fc.assert(
      fc.property(someTime, (ms) => {
        const text = formatTime(ms);
        expect(text).toBe(`${new Date(ms).toISOString().slice(0, 19)}+00:00`);
        expect(parseTime(text)).toBe(Math.floor(ms / 1000) * 1000);
      }),
    );
  });

  it('is parsed from a date, a date-time with offset, or epoch seconds', () => {
    const expected = Date.UTC(2026, 10, 15, 1, 50, 36);
    for (const text of [
      '2026-11-15T01:50:36+00:00',
      '2026-11-15T01:50:36 00:00',
      '2026-11-15T01:50:36Z',
      '2026-11-15t01:50:36z',
      '2026-11-15T03:50:36+02:00',
      '2026-11-14T20:20:36-05:30',
      '2026-11-15T01:50:36.000Z',
      String(expected / 1000),
    ]) {
      expect([text, parseTime(text)]).toEqual([text, expected]);
    }
    expect(parseTime('2026-11-15')).toBe(Date.UTC(2026, 10, 15));
    expect(parseTime('2026-11-15T01:50Z')).toBe(Date.UTC(2026, 10, 15, 1, 50));
  });

  it('in another format is refused', () => {
    for (const text of [
      '',
      'now',
      'yesterday',
      '2026-11',
      '-1',
      '1.5',
      '1e9',
      '999999999999',
      '2026-13-01',
      '2026-11-32T00:00:00Z',
      '2026-11-15T25:00:00Z',
      '2026-11-15T01:50:36',
      '2026-11-15 01:50:36',
      '15.11.2026',
      'Sun, 15 Nov 2026 01:50:36 GMT',
      ' 2026-11-15',
    ]) {
      expect([text, parseTime(text)]).toEqual([text, undefined]);
    }
  });
});
