import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Architecture } from './architecture.ts';

interface Place {
  readonly root: string;
  readonly stage: string;
  readonly version: string;
  readonly arch: Architecture;
}

export const MAINTAINER = 'Hostler contributors <hostler@hostler.example>';
const SCRIPTS = ['config', 'preinst', 'postinst', 'prerm', 'postrm'];

/** Writes the control files: the description of the package, its scripts and the sums of its files. */
export function writeControl({ root, stage, version, arch }: Place): void {
  const sources = join(root, 'packaging/debian');
  const sums = execFileSync('sh', ['-c', 'find . -type f -printf "%P\\0" | LC_ALL=C sort -z | xargs -0 md5sum'], {
    cwd: stage,
    maxBuffer: 2 ** 26,
  });
  const kilobytes = estimateSize(stage);
  const control = join(stage, 'DEBIAN');
  mkdirSync(control);
  writeFileSync(join(control, 'md5sums'), sums);
  writeFileSync(join(control, 'control'), describePackage(version, arch, kilobytes));
  copyFileSync(join(sources, 'templates'), join(control, 'templates'));
  for (const name of SCRIPTS) {
    copyFileSync(join(sources, name), join(control, name));
    chmodSync(join(control, name), 0o755);
  }
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', control]);
}

/** Returns the size in kilobytes as dpkg-gencontrol counts it: independent of the blocks of the file system. */
function estimateSize(stage: string): number {
  const entries = execFileSync('find', [stage, '-printf', '%y %s\n'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const sizes = entries
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('f ') ? Math.ceil(Number(line.slice(2)) / 1024) : 1));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function describePackage(version: string, arch: Architecture, kilobytes: number): string {
  return `Package: hostler
Version: ${version}
Architecture: ${arch}
Maintainer: ${MAINTAINER}
Installed-Size: ${kilobytes}
Pre-Depends: init-system-helpers (>= 1.54~)
Depends: adduser, debconf (>= 0.5), libc6 (>= 2.28), libgcc-s1 (>= 3.0), libstdc++6 (>= 11)
Suggests: caddy, iproute2, lxd, mariadb-server, nftables, pdns-server, postgresql, redis-server
Section: admin
Priority: optional
Homepage: https://hostler.example
Description: control plane for hosting companies
 Hostler sells and runs virtual servers, domains, databases and mailboxes. It
 has an API, a panel for customers and a console for staff.
 .
 The package contains its own Node.js. Data is kept in SQLite or PostgreSQL.
`;
}
