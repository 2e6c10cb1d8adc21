import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackages } from './link-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Upgrades from it must work forever. */
export const FIRST_RELEASE = '0.1.0';

/** Returns the first and the last release, from which upgrades are tested. */
export function listReleases(): string[] {
  return [...new Set([FIRST_RELEASE, readLastVersion()])];
}

/** Returns the commit of a release, by default the last; undefined if the history is truncated before it. */
export function findLastRelease(version = readLastVersion()): string | undefined {
  const log = ['log', '--format=%H', `--grep=^Release ${version}$`, '-1'];
  try {
    return (
      execFileSync('git', log, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}

function readLastVersion(): string {
  const file = new URL('../scripts/migrations/released.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Unpacks the released sources, with the current packages. */
export function unpackRelease(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 512 * 1024 * 1024 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  linkPackages(root, folder);
  // Created by an installation, and not in the archive.
  for (const made of ['server/node_modules', 'server/reference/scalar.js.gz']) {
    if (existsSync(join(root, made))) symlinkSync(join(root, made), join(folder, made));
  }
}
