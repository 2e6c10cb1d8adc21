import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXPLAINED_CODES, explainError } from './explain.ts';

it('every error code of the public API is explained, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/errors.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code);
  const ofPublicApi = documented.filter((code) => code !== 'CONFIRMATION_REQUIRED');
  expect([...EXPLAINED_CODES].sort()).toEqual(ofPublicApi.sort());
});

it('a code that is not known has no explanation', () => {
  expect(explainError('toString')).toBeUndefined();
});
