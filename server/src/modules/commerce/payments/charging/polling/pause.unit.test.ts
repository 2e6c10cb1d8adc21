import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { nextCheckAt } from './pause.ts';

it.each([
  ['a minute', 10 * SECOND, MINUTE],
  ['as long as the payment has taken so far', 20 * MINUTE, 20 * MINUTE],
  ['six hours at most', 3 * DAY, 6 * HOUR],
])('a pending payment is checked again after %s', (_, age, pause) => {
  const created_at = 1_000_000_000;
  const now = created_at + age;
  expect(nextCheckAt({ created_at }, now) - now).toBe(pause);
});
