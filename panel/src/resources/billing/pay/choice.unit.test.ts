import { expect, it } from 'vitest';
import { firstChoice, readChoice } from './choice.ts';

const method = (id: number, status: 'active' | 'pending', is_default = false) => ({ id, status, is_default });
const WAYS = [{ driver: 'stripe' }, { driver: 'transfer' }];

it('is the default method at first, else the first one, else the first way', () => {
  expect(firstChoice([method(1, 'active'), method(2, 'active', true)], WAYS)).toBe('method:2');
  expect(firstChoice([method(1, 'active'), method(2, 'active')], WAYS)).toBe('method:1');
  expect(firstChoice([], WAYS)).toBe('driver:stripe');
  expect(firstChoice([], [])).toBeNull();
});

it('is never a method that was begun and not finished, which nobody is offered either', () => {
  expect(firstChoice([method(3, 'pending'), method(4, 'active')], WAYS)).toBe('method:4');
  expect(firstChoice([method(3, 'pending')], WAYS)).toBe('driver:stripe');
});

it('is sent in the format of the API', () => {
  expect(['method:4', 'driver:transfer'].map(readChoice)).toEqual([{ method_id: 4 }, { driver: 'transfer' }]);
});
