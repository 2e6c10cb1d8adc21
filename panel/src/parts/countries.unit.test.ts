import { expect, it } from 'vitest';
import { listCountries as listKnown } from '../../../server/src/kernel/countries.ts';
import { listCountries } from './countries.ts';

it('offers exactly the countries that the server accepts', () => {
  expect(
    listCountries()
      .map(({ value }) => value)
      .sort(),
  ).toEqual(listKnown().sort());
});

it('names every country', () => {
  expect(listCountries().filter(({ value, label }) => label === value)).toEqual([]);
});
