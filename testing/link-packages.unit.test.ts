import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { linkPackages } from './link-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostler-links-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

it('links the installed packages into a copy of the repository, and keeps the workspaces of the copy', () => {
  write('original/node_modules/pg/index.js', 'installed');
  mkdirSync(join(folder, 'original/node_modules/@hostler'), { recursive: true });
  for (const [name, path] of Object.entries({ database: 'packages/database', testing: 'testing', sdk: 'sdk' })) {
    write(`original/${path}/index.ts`, 'original');
    symlinkSync(join('../..', path), join(folder, 'original/node_modules/@hostler', name));
  }
  write('copy/packages/database/index.ts', 'copy');
  write('copy/sdk/index.ts', 'copy');
  linkPackages(join(folder, 'original'), join(folder, 'copy'));
  const read = (path: string) => readFileSync(join(folder, 'copy/node_modules', path), 'utf8');
  expect(read('pg/index.js')).toBe('installed');
  expect(read('@hostler/database/index.ts')).toBe('copy');
  expect(read('@hostler/testing/index.ts'), 'the copy has none').toBe('original');
  expect(read('@hostler/sdk/index.ts'), 'it needs a build').toBe('original');
});
