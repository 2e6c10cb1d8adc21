import { describe, expect, it } from 'vitest';
import { addPeriods } from './billing-period.ts';

const add = (from: string, period: 'monthly' | 'yearly', count = 1) =>
  new Date(addPeriods(Date.parse(from), period, count)).toISOString();

describe('a billing period', () => {
  it('ends on the same day and time a month or a year later', () => {
    expect(add('2026-11-15T01:50:36.000Z', 'monthly')).toBe('2026-12-15T01:50:36.000Z');
    expect(add('2026-12-15T01:50:36.000Z', 'monthly')).toBe('2027-01-15T01:50:36.000Z');
    expect(add('2026-11-15T01:50:36.000Z', 'yearly')).toBe('2027-11-15T01:50:36.000Z');
  });

  it('ends on the last day of a month that is too short, and returns to the day after it', () => {
    expect(add('2026-01-31T12:00:00.000Z', 'monthly')).toBe('2026-02-28T12:00:00.000Z');
    expect(add('2028-01-31T12:00:00.000Z', 'monthly')).toBe('2028-02-29T12:00:00.000Z');
    expect(add('2026-01-31T12:00:00.000Z', 'monthly', 2)).toBe('2026-03-31T12:00:00.000Z');
    expect(add('2028-02-29T12:00:00.000Z', 'yearly')).toBe('2029-02-28T12:00:00.000Z');
  });
});
