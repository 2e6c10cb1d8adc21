import { expect, it } from 'vitest';
import { Vault } from '#kernel/crypto.ts';
import { createServerNaming } from './server-name.ts';

const [first, second] = ['one', 'another'].map((key) => createServerNaming(new Vault(key.padEnd(32, '.'))));

it('names a database by account, installation and name, in the same way every time', () => {
  expect(first?.(12, 'shop')).toMatch(/^a12[a-z]{6}_shop$/);
  expect(createServerNaming(new Vault('one'.padEnd(32, '.')))(12, 'shop')).toBe(first?.(12, 'shop'));
});

it('gives two installations different names, which also differ from those of earlier versions', () => {
  expect(first?.(12, 'shop')).not.toBe(second?.(12, 'shop'));
  expect(first?.(12, 'shop')).not.toMatch(/^a\d+_/);
});

it('gives two accounts different names, whatever their names for the database are', () => {
  const names = [first?.(1, 'x2_shop'), first?.(12, 'shop'), first?.(1, 'shop'), first?.(12, 's_shop')];
  expect(new Set(names).size).toBe(names.length);
});

it('fits into 63 characters for the longest name', () => {
  expect(first?.(9_999_999, 'x'.repeat(48))).toHaveLength(63);
});
