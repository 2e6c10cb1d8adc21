import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '#settings/config.ts';
import { SETTINGS } from './catalogue.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostler-catalogue-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (env: Record<string, string> = {}) => {
  const { commerce, brand } = readConfig({ HOSTLER_DATA_DIR: folder, HOSTLER_SELLER_NAME: 'Example', ...env });
  return { commerce, brand };
};

it('shows the defaults that the readers use', () => {
  for (const { variable, default: fallback } of SETTINGS) {
    if (fallback !== null) expect([variable, read({ [variable]: fallback })]).toEqual([variable, read()]);
  }
});

it('has choices that the readers accept', () => {
  for (const { variable, choices = [] } of SETTINGS) {
    for (const choice of choices) expect(() => read({ [variable]: choice })).not.toThrow();
  }
});
