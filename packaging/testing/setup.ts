import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from './packages.ts';
import { installTools } from './tools.ts';

/**
 * Builds the Debian package once for all tests, in a folder that they share. `HOSTLER_SHIP_DEB` names a package that was
 * built before, for work on the tests.
 */
export default async function setup(): Promise<() => void> {
  installTools();
  const folder = mkdtempSync(join(tmpdir(), 'hostler-ship-'));
  process.env.HOSTLER_SHIP_FOLDER = folder;
  process.env.HOSTLER_SHIP_DEB ||= await buildPackage(folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
