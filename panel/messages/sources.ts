import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PANEL } from './config.ts';
import { usesMacros } from './uses-macros.ts';

/** Returns the sources of the panel that contain texts. */
export function listSources(): string[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: PANEL, exclude: ['**/generated/**', '**/*.test.ts'] })
    .sort()
    .map((file) => join(PANEL, file))
    .filter((file) => usesMacros(readFileSync(file, 'utf8')));
}
