import { describe, expect, it } from 'vitest';
import { defineLimit, limitForAll } from './limit.ts';
import { AS_DECLARED, parseLimitChanges, parseLimitSettings } from './settings.ts';

const servers = defineLimit({ name: 'servers', default: 100, what: 'servers', advice: 'Remove one' });
const keys = defineLimit({ name: 'keys', default: 20, what: 'API keys', advice: 'Revoke one' });
const forAll = (settings = AS_DECLARED) => [limitForAll(servers, settings), limitForAll(keys, settings)];

describe('the limits of all accounts', () => {
  it.each<[string, (number | null)[]]>([
    ['', [100, 20]],
    ['servers=200', [200, 20]],
    [' servers = 0 , keys=none,', [0, null]],
    ['none', [null, null]],
  ])('are set by "%s"', (text, expected) => {
    expect(forAll(parseLimitSettings(text))).toEqual(expected);
  });

  it('have their declared defaults if nothing is set', () => {
    expect(forAll()).toEqual([100, 20]);
  });
});

it('the limit of one account is a number, none, or default', () => {
  const changes = parseLimitChanges('servers=5,keys=none,domains=default');
  expect(changes).toEqual({ servers: 5, keys: null, domains: 'default' });
});

it.each([
  ['servers', '"servers" is not a limit; write it like servers=200.'],
  ['servers=', '"servers=" is not a limit; write it like servers=200.'],
  ['servers=-1', 'servers is "-1"; it must be a whole number, or none.'],
  ['servers=1234567890123456', 'servers is "1234567890123456"; it must be a whole number, or none.'],
])('"%s" is refused with an error message', (text, sentence) => {
  expect(() => parseLimitSettings(text)).toThrow(sentence);
  expect(() => parseLimitChanges(text)).toThrow(sentence);
});
