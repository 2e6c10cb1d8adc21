import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeDebian } from './debian.ts';
import { packAgain } from './packages.ts';
import { BROKEN, NEXT, RELEASE_PARTS } from './shared.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Makes what the tests share. Debian is downloaded while the release is built. */
export async function makeShared(folder: string): Promise<void> {
  const making = [makePackages(folder), makeDebian(join(folder, 'bare'), join(folder, 'packages'))];
  // Waits for both, because the folder is removed after a failure.
  for (const ended of await Promise.allSettled(making)) if (ended.status === 'rejected') throw ended.reason;
}

async function makePackages(folder: string): Promise<void> {
  const release = join(folder, 'release');
  const key = join(folder, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'releases@hostler.example', '-f', key]);
  const parts = RELEASE_PARTS.flatMap((part) => ['--only', part]);
  const args = ['run', '-s', 'release', '--', '--allow-dirty', '--fast', '--out', release, '--key', key, ...parts];
  const { stderr } = await execute('npm', args, { cwd: root, maxBuffer: 2 ** 26 });
  writeFileSync(join(folder, 'said'), stderr);
  const packages = join(folder, 'packages');
  mkdirSync(packages);
  const name = readdirSync(release).find((each) => each.endsWith('_amd64.deb')) ?? '';
  for (const each of ['install.sh', name]) copyFileSync(join(release, each), join(packages, each));
  await packAgain(join(packages, name), packages, NEXT);
  const broken = '#!/bin/sh\n[ "$1" = migrate ] || exit 0\necho "The database is too new."\nexit 1\n';
  await packAgain(join(packages, name), packages, BROKEN, { 'usr/bin/hostler': broken });
}
