import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from '../hash-sources.ts';
import { compressFolder } from './compress.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = join(root, 'server/panel');
const stamp = join(built, '.sources');

/** The sources of the panel; the lock file stands for all packages. */
const SOURCES = [
  'panel/src',
  'panel/public',
  'panel/index.html',
  'panel/operator.html',
  'panel/vite.config.ts',
  'panel/lingui.config.ts',
  'panel/messages',
  'packages/addresses',
  'packages/csv',
  'packages/texts',
  'panel/package.json',
  'locales',
  'sdk/src',
  'package-lock.json',
  'scripts/panel',
];

/** Builds into a new folder and then swaps it in, so that a running server sees either the old or the new build. */
export async function buildPanel({ always = false } = {}): Promise<void> {
  const hash = hashSources(root, SOURCES);
  if (!always && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  process.stderr.write('Building the panel…\n');
  const making = `${built}-${process.pid}`;
  const old = `${making}-old`;
  const { NODE_ENV } = process.env;
  // Vite keeps a value of the caller. Under a test runner it would build React for development, with paths of this machine.
  process.env.NODE_ENV = 'production';
  try {
    // Loaded only when needed: most starts need no build.
    const { build } = await import('vite');
    await build({
      root: join(root, 'panel'),
      logLevel: always ? 'info' : 'warn',
      build: { outDir: making, emptyOutDir: true },
    });
    await compressFolder(making);
    writeFileSync(join(making, '.sources'), hash);
    // Renamed instead of deleted first: a server that starts just now would find none.
    if (existsSync(built)) renameSync(built, old);
    renameSync(making, built);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    for (const folder of [making, old]) rmSync(folder, { recursive: true, force: true });
  }
}
