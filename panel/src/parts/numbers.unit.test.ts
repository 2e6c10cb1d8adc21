import { expect, it } from 'vitest';
import { formatMoney } from './numbers.ts';

it('formats money from the smallest unit of its currency', () => {
  expect(formatMoney(1250, 'EUR')).toMatch(/12[.,]50/);
  expect(formatMoney(1250, 'JPY')).toMatch(/1[.,\s]?250$/);
  expect(formatMoney(399_000, 'HUF')).toMatch(/3[.,\s]?990[.,]00/);
});
