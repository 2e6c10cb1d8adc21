import { expect, it } from 'vitest';
import { isCountry, listCountries } from './countries.ts';

it('lists the countries an address can be in', () => {
  expect(listCountries()).toHaveLength(250);
  for (const code of ['DE', 'GB', 'US', 'XK', 'ZW']) expect(isCountry(code), code).toBe(true);
  for (const code of ['UK', 'EU', 'SU', 'ZZ', 'de', '', 'DEU']) expect(isCountry(code), code).toBe(false);
});
