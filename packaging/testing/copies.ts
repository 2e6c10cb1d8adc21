import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Debian } from './debian.ts';
import { shared, sharedPackage } from './shared.ts';

export const QUIETLY = 'DEBIAN_FRONTEND=noninteractive apt-get -o Dpkg::Use-Pty=0 --quiet --yes --allow-downgrades';

/** Returns the name of the package of this checkout, in `/packages` of a Debian. */
export const ownPackage = () => basename(sharedPackage());

/** The command that installs a package of `/packages`. */
export const install = (name: string) => `${QUIETLY} install /packages/${name}`;

/** Copies the bare Debian, so that no test depends on another. */
export function copyDebian(): Promise<Debian> {
  const folder = join(mkdtempSync(join(tmpdir(), 'hostler-debian-')), 'root');
  return new Debian(shared('bare'), shared('packages')).copy(folder);
}
