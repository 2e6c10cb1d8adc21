import { expect, it } from 'vitest';
import { placeErrors } from './place-errors.ts';

it('shows validation errors at their fields, including nested fields', () => {
  const details = [
    { field: 'address.city', message: 'is missing.' },
    { field: 'name', message: 'is too short.' },
  ];
  const shown = ['name', 'address.city'];
  expect(placeErrors(details, ['name', 'address'], (path) => shown.includes(path))).toEqual({
    errors: { 'address.city': 'Is missing.', name: 'Is too short.' },
    first: 'address.city',
    isAll: true,
  });
});

it('shows the first error of a list item at the field of the whole list', () => {
  const details = [
    { field: 'ssh_keys[1]', message: 'is no key.' },
    { field: 'ssh_keys[3]', message: 'is there twice.' },
  ];
  expect(placeErrors(details, ['hostname', 'ssh_keys'], (path) => path === 'ssh_keys')).toEqual({
    errors: { ssh_keys: 'Is no key.' },
    first: 'ssh_keys',
    isAll: true,
  });
});

it('shows an error of an unknown field at no field', () => {
  const details = [{ field: 'account_id', message: 'is unknown.' }];
  expect(placeErrors(details, ['name'], () => false)).toEqual({ errors: {}, first: undefined, isAll: false });
  expect(placeErrors([], ['name'], () => false).isAll).toBe(false);
});
