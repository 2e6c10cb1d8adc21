import { expect, it } from 'vitest';
import { exampleState, STATE_COUNTRIES } from '../../../packages/addresses/src/address.ts';
import { isState } from './states.ts';

it('knows the states of the countries that write them in addresses', () => {
  for (const [country, state] of ['US CA', 'US DC', 'US PR', 'CA QC', 'AU NSW'].map((pair) => pair.split(' '))) {
    expect(isState(country ?? '', state ?? ''), `${country}-${state}`).toBe(true);
  }
  for (const [country, state] of ['US ON', 'CA CA', 'US ca', 'US US-CA', 'DE BY'].map((pair) => pair.split(' '))) {
    expect(isState(country ?? '', state ?? ''), `${country}-${state}`).toBe(false);
  }
  expect([isState('US', ''), isState(null, 'CA')]).toEqual([false, false]);
});

it('has a valid example for each of these countries', () => {
  expect(STATE_COUNTRIES.filter((country) => !isState(country, exampleState(country)))).toEqual([]);
});
