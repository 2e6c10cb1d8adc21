import { expect, it } from 'vitest';
import { isWithinLifetime } from './lifetime.ts';

const [NOW, LIFETIME] = [1_000_000, 1_000];

it.each([
  ['ends now', 0, false],
  ['ends in a moment', 1, true],
  ['was made by a clock that is a little ahead', 2 * LIFETIME, true],
  ['was made by a clock that has been put back since', 2 * LIFETIME + 1, false],
])('checks whether a token is valid that %s', (_what, left, expected) => {
  expect(isWithinLifetime(NOW + left, LIFETIME, NOW)).toBe(expected);
});
