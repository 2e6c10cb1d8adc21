import { describe, expect, it } from 'vitest';
import { endOfQuiet } from './quiet.ts';

const end = (now: string, quiet_from: string, quiet_to: string, time_zone = 'Europe/Berlin') => {
  const found = endOfQuiet({ quiet_from, quiet_to, time_zone }, Date.parse(now));
  return found === undefined ? undefined : new Date(found).toISOString().slice(0, 16);
};

describe('quiet hours', () => {
  it('end at the given time, even after midnight', () => {
    expect(end('2026-06-10T21:30:40Z', '22:00', '07:00')).toBe('2026-06-11T05:00');
    expect(end('2026-06-10T23:30:00Z', '22:00', '07:00')).toBe('2026-06-11T05:00');
    expect(end('2026-06-11T05:00:00Z', '22:00', '07:00')).toBeUndefined();
  });

  it('end at the given time on nights when clocks change', () => {
    // One hour less: 02:00 becomes 03:00.
    expect(end('2026-03-28T22:00:00Z', '22:00', '07:00')).toBe('2026-03-29T05:00');
    // One hour more: 02:00 comes twice.
    expect(end('2026-10-24T21:00:00Z', '22:00', '07:00')).toBe('2026-10-25T06:00');
    // Half an hour less.
    expect(end('2026-10-03T13:00:00Z', '22:00', '07:00', 'Australia/Lord_Howe')).toBe('2026-10-03T20:00');
  });

  it('end later if the given time is skipped by a clock change', () => {
    expect(end('2026-03-29T00:00:00Z', '22:00', '02:30')).toBe('2026-03-29T01:30');
    expect(end('2026-03-29T01:00:00Z', '22:00', '02:30')).toBeUndefined();
  });
});
