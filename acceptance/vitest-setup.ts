import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from '../scripts/server/bundle.ts';

/**
 * Runs once for the whole run, and what it makes is gone at its end: a folder for the seed that the test files share and
 * for their data, and the server as its package has it, which starts in half the time.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hostler-acceptance-'));
  // Beside its package.json, by which it finds its other files.
  const built = await mkdtemp(fileURLToPath(new URL('../server/dist-', import.meta.url)));
  await bundleServer(built);
  process.env.HOSTLER_ACCEPTANCE_FOLDER = folder;
  process.env.HOSTLER_TEST_FOLDER = folder;
  process.env.HOSTLER_ACCEPTANCE_PROGRAM = join(built, 'main.js');
  return async () => {
    for (const made of [folder, built, `${built}-run-billing`]) await rm(made, { recursive: true, force: true });
  };
}
