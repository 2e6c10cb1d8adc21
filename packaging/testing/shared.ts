import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { FIRST_RELEASE, findLastRelease } from '../../testing/last-release.ts';

/** Versions of packages that have the same files: one that is newer, and one that cannot migrate. */
export const NEXT = '9.0.0';
export const BROKEN = '9.0.1';
/** Two builds of these parts are the same. ARM differs in downloaded files only, the image has Debian's packages. */
export const RELEASE_PARTS = ['documents', 'sources', 'npm', 'sdk', 'cli', 'amd64'];

/** Returns a path in the folder that all tests share. */
export function shared(...path: string[]): string {
  const folder = process.env.HOSTLER_SHIP_FOLDER;
  if (!folder) throw new Error('HOSTLER_SHIP_FOLDER is not set. Run the tests with: npm run test:ship');
  return join(folder, ...path);
}

/** Returns the path of the Debian package. */
export function sharedPackage(): string {
  return findReleased('_amd64.deb');
}

/** Returns the path of the npm package of the server. */
export function sharedNpmPackage(): string {
  return findReleased('.tgz', 'hostler-sdk-');
}

function findReleased(suffix: string, not?: string): string {
  const name = readdirSync(shared('release')).find(
    (each) => each.endsWith(suffix) && (not === undefined || !each.startsWith(not)),
  );
  if (name === undefined) throw new Error(`The release has no file *${suffix}.`);
  return shared('release', name);
}

/**
 * Declares tests that need the files of the release, or also a Debian that runs, or also the first release. Otherwise they
 * are skipped, and named with the reason.
 */
export function describeShip(needs: 'release' | 'debian' | 'history', title: string, define: () => void): void {
  const { HOSTLER_SHIP_MISSING: release, HOSTLER_SHIP_DEBIAN_MISSING: debian } = process.env;
  const isTruncated = needs === 'history' && findLastRelease(FIRST_RELEASE) === undefined;
  const reason = isTruncated ? `the history does not reach ${FIRST_RELEASE}` : needs === 'release' ? release : debian;
  describe.skipIf(reason)(reason ? `${title} [${reason}]` : title, define);
}
