import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeDebian } from './debian.ts';
import { makeShared } from './make-shared.ts';
import { findProblem } from './tools.ts';

/**
 * Makes once what all tests need, in a folder that they share: the files of a release, packages of other versions and a
 * bare Debian. A machine that cannot do it skips the tests, which then name the reason. `HOSTLER_SHIP_FOLDER` names a
 * folder that is kept and used again, for work on the tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const kept = process.env.HOSTLER_SHIP_FOLDER;
  const folder = kept || mkdtempSync(join(tmpdir(), 'hostler-ship-'));
  mkdirSync(folder, { recursive: true });
  process.env.HOSTLER_SHIP_FOLDER = folder;
  const remove = async () => {
    if (!kept) await rm(folder, { recursive: true, force: true });
  };
  try {
    const problem = findProblem();
    if (problem === undefined && !existsSync(join(folder, 'made'))) {
      await makeShared(folder);
      writeFileSync(join(folder, 'made'), '');
    }
    process.env.HOSTLER_SHIP_MISSING = problem ?? '';
    process.env.HOSTLER_SHIP_DEBIAN_MISSING = problem ?? (await probeDebian(join(folder, 'bare'))) ?? '';
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}
