import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXPLAINED_CODES, explainError } from './explain.ts';

/** Codes of the public API with the sentences of docs/errors.md. */
function readDocumented(): Map<string, string> {
  const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/errors.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| \d+ \| (.*) \|$/gm)];
  const documented = new Map(rows.map(([, code = '', when = '']) => [code, when]));
  documented.delete('CONFIRMATION_REQUIRED');
  return documented;
}

it('explains every error code of the public API, and no others', () => {
  expect([...EXPLAINED_CODES].sort()).toEqual([...readDocumented().keys()].sort());
});

it('uses the wording of docs/errors.md in every explanation', () => {
  for (const [code, when] of readDocumented()) {
    // The panel calls a VPS a server.
    const sentence = when.replaceAll('`', '').replaceAll('VPS', 'server');
    expect(sentence).toContain(explainError(code)?.meaning);
  }
});

it('has no explanation for an unknown code', () => {
  expect(explainError('toString')).toBeUndefined();
});
