import { describe, expect, it } from 'vitest';
import { decideAccess, isNearLimit } from './access.ts';

const GIB = 1024 ** 3;
const LIMIT = 10 * GIB;

describe('the access to a database', () => {
  it.each([
    ['full', 9.9, 'full'],
    ['full', 10, 'full'],
    ['full', 10.1, 'read_only'],
    ['full', 100, 'read_only'],
    ['read_only', 9.5, 'read_only'],
    ['read_only', 8.9, 'full'],
    ['read_only', 12.4, 'read_only'],
    ['read_only', 12.6, 'closed'],
    ['closed', 12.6, 'closed'],
    ['closed', 12.4, 'read_only'],
    ['closed', 8.9, 'full'],
  ] as const)('after %s at %s of 10 GiB is %s', (before, size, after) => {
    expect(decideAccess(before, size * GIB, LIMIT)).toBe(after);
  });

  it('is full if there is no limit', () => {
    for (const before of ['full', 'read_only', 'closed'] as const) {
      expect(decideAccess(before, 1_000 * GIB, null)).toBe('full');
    }
  });

  it('stays read_only if a very small limit is exceeded by only a few megabytes', () => {
    expect(decideAccess('read_only', 8_000_000, 1_000)).toBe('read_only');
  });
});

it('treats a database as near its limit from half of the limit', () => {
  expect([isNearLimit(4.9 * GIB, LIMIT), isNearLimit(5 * GIB, LIMIT), isNearLimit(50 * GIB, null)]).toEqual([
    false,
    true,
    false,
  ]);
});
