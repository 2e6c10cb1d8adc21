import { expect, it } from 'vitest';
import { placeErrors } from './place-errors.ts';

it('errors of an answer stand at their fields, also at those within others', () => {
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

it('an error of one of several lines stands at the field that has all of them', () => {
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

it('an error that belongs to no field has no place', () => {
  const details = [{ field: 'account_id', message: 'is unknown.' }];
  expect(placeErrors(details, ['name'], () => false)).toEqual({ errors: {}, first: undefined, isAll: false });
  expect(placeErrors([], ['name'], () => false).isAll).toBe(false);
});
