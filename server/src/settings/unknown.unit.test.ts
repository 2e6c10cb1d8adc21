import { expect, it } from 'vitest';
import { describeUnknownSetting, findUnknownSettings } from './unknown.ts';

it.each([
  ['HOSTLER_PROT', 'HOSTLER_PORT'],
  ['HOSTLER_PUBLICURL', 'HOSTLER_PUBLIC_URL'],
  ['HOSTLER_SMPT_URL', 'HOSTLER_SMTP_URL'],
  ['HOSTLER_DATABASE_URI', 'HOSTLER_DATABASE_URL'],
  ['hostler_port', 'HOSTLER_PORT'],
  ['HOSTLER_SOMETHING_ELSE_ENTIRELY', null],
])('finds the setting nearest to %s', (name, nearest) => {
  expect(findUnknownSettings({ [name]: '1' })).toEqual([{ name, nearest }]);
});

it('accepts every setting, and variables of other programs', () => {
  const env = { HOSTLER_PORT: '1', HOSTLER_SELLER_STREET: 'A', HOSTLER_URL: 'x', PATH: '/bin', MY_HOSTLER_PROT: '1' };
  expect(findUnknownSettings(env)).toEqual([]);
});

it('names the nearest setting in its sentence, if there is one', () => {
  expect(describeUnknownSetting({ name: 'HOSTLER_PROT', nearest: 'HOSTLER_PORT' })).toBe(
    'HOSTLER_PROT is not a setting and has no effect. Did you mean HOSTLER_PORT?',
  );
  expect(describeUnknownSetting({ name: 'HOSTLER_X', nearest: null })).toBe(
    'HOSTLER_X is not a setting and has no effect.',
  );
});
