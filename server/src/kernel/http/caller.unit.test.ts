import { expect, it } from 'vitest';
import type { Scope } from '../scopes.ts';
import { type Access, authorize, type Caller } from './caller.ts';

function carry(...scopes: Scope[]): Caller {
  const rate = { bucket: 'key:1', limit: 60 };
  const use = { environment: 'live', rate, namespace: 1, networks: [], expiresAt: null } as const;
  return { credential: { kind: 'key', id: 1, label: 'ci', scopes: new Set(scopes), ...use }, cacheKey: '1' };
}

const both = ['tickets.read', 'tickets.write'] as const;

it.each<[string, Access, Scope[]]>([
  ['one scope admits a caller that has it', 'tickets.read', ['domains.read', 'tickets.read']],
  ['several scopes admit a caller that has the first of them', both, ['tickets.read']],
  ['several scopes admit a caller that has the last of them', both, ['tickets.write']],
  ['any-credential admits a caller without scopes', 'any-credential', []],
  ['public admits every caller', 'public', []],
])('%s', (_what, access, scopes) => {
  expect(() => authorize(access, carry(...scopes))).not.toThrow();
});

it.each<[string, Access, Scope[], string]>([
  ['one required scope', 'tickets.read', ['tickets.write'], 'tickets.read'],
  ['a list of required scopes', both, ['domains.read'], 'tickets.read or tickets.write'],
])('%s refuses callers with other scopes, and is named in the error', (_what, access, scopes, named) => {
  expect(() => authorize(access, carry(...scopes))).toThrow(
    expect.objectContaining({
      code: 'FORBIDDEN',
      message: `The credentials lack the required scope ${named}.`,
    }),
  );
});
