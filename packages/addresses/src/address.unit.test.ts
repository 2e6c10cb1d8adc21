import { expect, it } from 'vitest';
import { hasStates, STATE_COUNTRIES, writeCity } from './address.ts';

it('knows the countries that write states in addresses', () => {
  expect(STATE_COUNTRIES).toEqual(['US', 'CA', 'AU']);
  expect([hasStates('CA'), hasStates('DE'), hasStates('toString'), hasStates(null)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it.each([
  ['75002 Paris', { postal_code: '75002', city: 'Paris', state: null, country: 'FR' }],
  ['02109 Boston', { postal_code: '02109', city: 'Boston', state: null, country: 'US' }],
  ['Boston, MA 02109', { postal_code: '02109', city: 'Boston', state: 'MA', country: 'US' }],
  ['MA', { postal_code: null, city: null, state: 'MA', country: 'US' }],
  ['Sydney NSW 2000', { postal_code: '2000', city: 'Sydney', state: 'NSW', country: 'AU' }],
  ['', { postal_code: null, city: null, state: null, country: null }],
])('writes %s', (text, place) => {
  expect(writeCity(place)).toBe(text);
});
