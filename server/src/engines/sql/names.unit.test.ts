import { describe, expect, it } from 'vitest';
import { checkName, isOldGuest, nameGuest } from './names.ts';

describe('the name of a database or its user', () => {
  it('is accepted as the API generates it', () => {
    for (const name of ['a', 'shop', 'shop_1', 'poster', 'a'.repeat(63)]) expect(() => checkName(name)).not.toThrow();
  });

  it('is refused if the servers or Hostler reserve it', () => {
    for (const name of ['postgres', 'template1', 'mysql', 'sys', 'root', 'pg_catalog', 'hostler_admin', nameGuest()]) {
      expect(() => checkName(name), name).toThrow('is not valid');
    }
  });

  it('is refused unless it is a lower-case identifier of 1 to 63 characters', () => {
    for (const name of ['', 'A', '1a', 'a-b', 'a b', 'a"', "a'", 'a;', 'a\n', 'a`', 'é', 'a'.repeat(64)]) {
      expect(() => checkName(name), name).toThrow('is not valid');
    }
  });
});

describe('the temporary user of a tool', () => {
  it('counts as old after a day, and other users never do', () => {
    const day = 24 * 60 * 60_000;
    const named = (ageMs: number) => `hostler_guest_${(Date.now() - ageMs).toString(36)}_00000000`;
    expect(isOldGuest(nameGuest())).toBe(false);
    expect(isOldGuest(named(day - 60_000))).toBe(false);
    expect(isOldGuest(named(day + 60_000))).toBe(true);
    expect(isOldGuest('shop')).toBe(false);
  });
});
