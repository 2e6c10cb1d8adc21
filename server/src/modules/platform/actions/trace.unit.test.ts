import { expect, it } from 'vitest';
import { traceOf, withoutSecretFields } from './trace.ts';

it('hides the secrets of an input, at any depth', () => {
  const input = { engine: 'mariadb', sealedPassword: 'v1.x', spec: { rootPassword: 'y', sshKeys: ['ssh-ed25519 A'] } };
  expect(withoutSecretFields(input)).toEqual({
    engine: 'mariadb',
    sealedPassword: '(hidden)',
    spec: { rootPassword: '(hidden)', sshKeys: ['ssh-ed25519 A'] },
  });
});

it('keeps no input that is very long', () => {
  expect(traceOf({ text: 'x'.repeat(5_000) }, [])).toEqual({ input: null, log: '[]' });
});
