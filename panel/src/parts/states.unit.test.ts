import { expect, it } from 'vitest';
import { isState, STATE_COUNTRIES as KNOWN } from '../../../server/src/kernel/states.ts';
import { loadStates, STATE_COUNTRIES, writeCity } from './states.ts';

it('offers the states that the server accepts, with their names', async () => {
  expect(STATE_COUNTRIES).toEqual(KNOWN);
  for (const country of STATE_COUNTRIES) {
    const states = await loadStates(country);
    expect(states.filter(({ value, label }) => !isState(country, value) || label === '')).toEqual([]);
  }
  expect((await loadStates('CA')).map(({ value }) => value).join(' ')).toBe('AB BC MB NB NL NT NS NU ON PE QC SK YT');
  expect(await loadStates('US')).toContainEqual({ value: 'CA', label: 'California' });
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
