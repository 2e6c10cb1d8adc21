import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs once for the whole run: a folder for what the test files share (see seed.ts), gone at the end. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hostler-acceptance-seed-'));
  process.env.HOSTLER_ACCEPTANCE_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true });
}
