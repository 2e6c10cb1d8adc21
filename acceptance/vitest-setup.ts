import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs once for the whole run: a folder for the seed that the test files share and for their data, gone at the end. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hostler-acceptance-'));
  process.env.HOSTLER_ACCEPTANCE_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true });
}
