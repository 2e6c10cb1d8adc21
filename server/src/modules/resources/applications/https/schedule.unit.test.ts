import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { FURTHEST_MS, nextAttemptAt, renewalAt } from './schedule.ts';

const NOW = Date.UTC(2026, 10, 18);

it('renews when a third of the validity is left, and never plans further ahead than the upkeep believes', () => {
  expect(renewalAt(NOW + 90 * DAY, NOW)).toBe(NOW + 60 * DAY);
  expect(renewalAt(NOW - DAY, NOW)).toBe(NOW + HOUR);
  // The machine may contain a certificate of any validity.
  expect(renewalAt(NOW + 3_650 * DAY, NOW) - NOW).toBeLessThan(FURTHEST_MS);
});

it('tries ever less often, but daily while there is a certificate that expires', () => {
  expect(nextAttemptAt(1, null, NOW)).toBe(NOW + 2 * MINUTE);
  expect(nextAttemptAt(30, null, NOW)).toBe(NOW + DAY);
  expect(nextAttemptAt(31, null, NOW)).toBe(NOW + 7 * DAY);
  expect(nextAttemptAt(31, NOW - DAY, NOW)).toBe(NOW + 7 * DAY);
  expect(nextAttemptAt(31, NOW + DAY, NOW)).toBe(NOW + DAY);
});
