import { expect, it } from 'vitest';
import { decimalsOf, formatMoney } from './currency.ts';

it.each([
  ['EUR', 2],
  ['HUF', 2],
  ['IDR', 2],
  ['MGA', 2],
  ['JPY', 0],
  ['ISK', 0],
  ['KWD', 3],
  ['CLF', 4],
])('%s has %d decimals, even if cash has fewer', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});

it('formats money in the units of its currency', () => {
  expect(formatMoney(990, 'EUR')).toBe('€9.90');
  expect(formatMoney(399_000, 'HUF')).toMatch(/^HUF\s3,990\.00$/);
  expect(formatMoney(990, 'JPY')).toBe('¥990');
  expect(formatMoney(1_234, 'KWD')).toMatch(/^KWD\s1\.234$/);
});
