import { expect, it } from 'vitest';
import { STATE_COUNTRIES } from '../../../packages/addresses/src/address.ts';
import { isState } from '../../../server/src/kernel/states.ts';
import { loadStates } from './states.ts';

it('offers the states that the server accepts, with their names', async () => {
  for (const country of STATE_COUNTRIES) {
    const states = await loadStates(country);
    expect(states.filter(({ value, label }) => !isState(country, value) || label === '')).toEqual([]);
  }
  expect((await loadStates('CA')).map(({ value }) => value).join(' ')).toBe('AB BC MB NB NL NT NS NU ON PE QC SK YT');
  expect(await loadStates('US')).toContainEqual({ value: 'CA', label: 'California' });
});
