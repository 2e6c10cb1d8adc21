import { expect, it } from 'vitest';
import { firstChoice, readChoice } from './choice.ts';

const method = (id: number, status: 'active' | 'pending', is_default = false) => ({ id, status, is_default });
const WAYS = [{ driver: 'stripe' }, { driver: 'transfer' }];

it('preselects the default payment method, or else the first method, or else the first provider', () => {
  expect(firstChoice([method(1, 'active'), method(2, 'active', true)], WAYS)).toBe('method:2');
  expect(firstChoice([method(1, 'active'), method(2, 'active')], WAYS)).toBe('method:1');
  expect(firstChoice([], WAYS)).toBe('driver:stripe');
  expect(firstChoice([], [])).toBeNull();
});

it('never preselects a pending payment method', () => {
  expect(firstChoice([method(3, 'pending'), method(4, 'active')], WAYS)).toBe('method:4');
  expect(firstChoice([method(3, 'pending')], WAYS)).toBe('driver:stripe');
});

it('sends the choice in the format of the API', () => {
  expect(['method:4', 'driver:transfer'].map(readChoice)).toEqual([{ method_id: 4 }, { driver: 'transfer' }]);
});
