import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Architecture } from '../deb/architecture.ts';

interface Made {
  readonly root: string;
  readonly context: string;
  readonly deb: string;
  readonly arch: Architecture;
  /** Epoch seconds of the commit. */
  readonly time: number;
}

const SUITE = 'bookworm';
/** Libraries of Node, and time zones. */
const PACKAGES = 'libgcc-s1,libstdc++6,tzdata';
const USER = 10001;
/** For systemd, or read by people. Licences stay. */
const UNUSED = ['lib/systemd', 'usr/share/man', 'usr/share/lintian', 'usr/share/bash-completion', 'usr/share/hostler'];

/** Makes the folder that the Containerfile needs: a minimal Debian and the files of the package. */
export function makeContext({ root, context, deb, arch, time }: Made): void {
  mkdirSync(context, { recursive: true });
  const users = [
    `echo 'hostler:x:${USER}:${USER}::/var/lib/hostler:/usr/sbin/nologin' >> "$1/etc/passwd"`,
    `echo 'hostler:x:${USER}:' >> "$1/etc/group"`,
    `mkdir -m 0700 "$1/var/lib/hostler" && chown ${USER}:${USER} "$1/var/lib/hostler"`,
    'rm -rf "$1"/var/cache/* "$1"/var/log/* "$1"/var/lib/apt/lists/*',
  ];
  const excluded = ['doc', 'man', 'info', 'locale', 'lintian'].map((name) => `path-exclude=/usr/share/${name}/*`);
  const options = [...excluded, 'path-include=/usr/share/doc/*/copyright'].map((option) => `--dpkgopt=${option}`);
  const base = ['--mode=root', '--quiet', '--variant=essential', `--architectures=${arch}`, `--include=${PACKAGES}`];
  execFileSync(
    'mmdebstrap',
    [...base, ...options, `--customize-hook=${users.join(' && ')}`, SUITE, join(context, 'base.tar')],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
      stdio: ['ignore', 2, 2],
    },
  );
  const app = join(context, 'app');
  execFileSync('dpkg-deb', ['--extract', deb, app]);
  for (const path of UNUSED) rmSync(join(app, path), { recursive: true, force: true });
  // The Debian image has no folder lib: it is a link to usr/lib.
  rmSync(join(app, 'lib'), { recursive: true, force: true });
  const healthcheck = join(app, 'usr/lib/hostler/healthcheck.sh');
  copyFileSync(join(root, 'packaging/image/healthcheck.sh'), healthcheck);
  chmodSync(healthcheck, 0o755);
  copyFileSync(join(root, 'packaging/image/Containerfile'), join(context, 'Containerfile'));
}
