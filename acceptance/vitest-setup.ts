import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from '../scripts/server/bundle.ts';

/**
 * Runs once per test run and cleans up at its end. Creates a folder for the seed and the data of the test files, and
 * builds the server, which halves its start time.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hostler-acceptance-'));
  // Next to its package.json, from which it locates its other files.
  const built = await mkdtemp(fileURLToPath(new URL('../server/dist-', import.meta.url)));
  await bundleServer(built);
  process.env.HOSTLER_ACCEPTANCE_FOLDER = folder;
  process.env.HOSTLER_TEST_FOLDER = folder;
  process.env.HOSTLER_ACCEPTANCE_PROGRAM = join(built, 'main.js');
  return async () => {
    for (const made of [folder, built, `${built}-run-billing`, `${built}-decide-orders`])
      await rm(made, { recursive: true, force: true });
  };
}
