import { describe, expect, it } from 'vitest';
import { translateMariadbError } from './mariadb/errors.ts';
import { translatePostgresError } from './postgresql/errors.ts';

describe('an error of PostgreSQL', () => {
  it.each([
    ['ECONNREFUSED', 'unreachable'],
    ['EPIPE', 'unreachable'],
    [undefined, 'unreachable'],
    ['28P01', 'unreachable'],
    ['57P01', 'unreachable'],
    ['57P03', 'unreachable'],
    ['53300', 'unreachable'],
    ['55006', 'unreachable'],
    ['55P03', 'unreachable'],
    ['40P01', 'unreachable'],
    ['08006', 'unreachable'],
    ['53100', 'refused'],
    ['42501', 'refused'],
    ['3D000', 'not_found'],
    ['42P04', 'conflict'],
  ])('with the code %s is translated to %s', (code, expected) => {
    expect(translatePostgresError(Object.assign(new Error('It failed.'), { code })).code).toBe(expected);
  });

  it('reports a full disk as the cause', () => {
    const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
    expect(translatePostgresError(full).message).toBe('There is no room left on the database server.');
  });
});

describe('an error of MariaDB', () => {
  it.each([
    [undefined, 'unreachable'],
    [-111, 'unreachable'],
    [2013, 'unreachable'],
    [1040, 'unreachable'],
    [1045, 'unreachable'],
    [1053, 'unreachable'],
    [1205, 'unreachable'],
    [1213, 'unreachable'],
    [1021, 'refused'],
    [1114, 'refused'],
    [1044, 'refused'],
    [1227, 'refused'],
    [1049, 'not_found'],
    [1007, 'conflict'],
  ])('with the number %s is translated to %s', (errno, expected) => {
    expect(translateMariadbError(Object.assign(new Error('It failed.'), { errno })).code).toBe(expected);
  });

  it.each([1114, 1030, 1005])('reports a full disk as the cause (%s)', (errno) => {
    const full = Object.assign(new Error('Got error 28 "No space left on device" from storage engine'), { errno });
    expect(translateMariadbError(full).message).toBe('There is no room left on the database server.');
  });

  it('does not contain the failed statement', () => {
    const error = Object.assign(new Error('It failed.'), { errno: 1064, sql: 'grant all … using *SECRET' });
    const translated = translateMariadbError(error);
    expect(JSON.stringify([translated, translated.cause, Object.entries(translated.cause as object)])).not.toContain(
      'SECRET',
    );
  });
});
