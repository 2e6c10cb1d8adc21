import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { nextAttemptAt } from './retry.ts';

const NOW = Date.UTC(2026, 10, 15);
const pauseAfter = (attempts: number, retryAfter?: string) => (nextAttemptAt(attempts, NOW, retryAfter) ?? 0) - NOW;

describe('the next attempt of a delivery', () => {
  it('is later after each failure, within a fifth of the schedule', () => {
    for (const [attempts, pause] of [
      [1, 5 * SECOND],
      [2, 5 * MINUTE],
      [9, 24 * HOUR],
    ] as const) {
      expect(pauseAfter(attempts)).toBeGreaterThanOrEqual(pause * 0.8);
      expect(pauseAfter(attempts)).toBeLessThanOrEqual(pause * 1.2);
    }
  });

  it('does not exist after the tenth attempt', () => {
    expect(nextAttemptAt(10, NOW)).toBe(null);
    expect(nextAttemptAt(10, NOW, '60')).toBe(null);
  });

  it('follows Retry-After, in seconds or as a date', () => {
    expect(pauseAfter(1, '120')).toBe(120 * SECOND);
    expect(pauseAfter(1, new Date(NOW + HOUR).toUTCString())).toBe(HOUR);
  });

  it('is never earlier than scheduled because of Retry-After, and at most a day later', () => {
    expect(pauseAfter(2, '1')).toBeGreaterThanOrEqual(4 * MINUTE);
    expect(pauseAfter(1, '999999999')).toBe(DAY);
    for (const wish of ['soon', '-5', new Date(NOW - HOUR).toUTCString()]) {
      expect(pauseAfter(1, wish)).toBeLessThanOrEqual(6 * SECOND);
    }
  });
});
