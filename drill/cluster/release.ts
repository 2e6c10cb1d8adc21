import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from './folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RELEASE = 'Release 0.1.0';

let program: string | undefined;

/** The program of the last release, from the history of this repository, with the packages of this one. */
export function findRelease(): string {
  program ??= unpackRelease();
  return program;
}

function unpackRelease(): string {
  const log = ['log', '--format=%H', `--grep=^${RELEASE}$`, '-1'];
  const commit = execFileSync('git', log, { cwd: ROOT, encoding: 'utf8' }).trim();
  if (commit === '') throw new Error(`The history has no commit named "${RELEASE}": clone all of it.`);
  const folder = makeFolder();
  const archive = execFileSync('git', ['archive', commit, 'server', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 512 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const packages of ['node_modules', 'server/node_modules']) {
    if (existsSync(join(ROOT, packages))) symlinkSync(join(ROOT, packages), join(folder, packages));
  }
  return join(folder, 'server/src/main.ts');
}
