// npm run package -- <folder>
// Builds the package of the server. Two different builds never share a file name: outside a release, the name contains
// the commit.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeCommit } from './server/describe-commit.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '.');
const { version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as { version: string };
// Before the build, which writes only files that git ignores.
const { commit, release } = describeCommit(root);
const suffix = release === version ? '' : `-${commit ?? `built-${new Date().toISOString().replace(/\D/g, '')}`}`;
const file = join(folder, `hostler-${version}${suffix}.tgz`);

mkdirSync(folder, { recursive: true });
const packed = mkdtempSync(join(folder, '.packing-'));
try {
  const pack = ['pack', '--workspace', 'server', '--pack-destination', packed, '--loglevel', 'error'];
  execFileSync('npm', pack, { cwd: root, env: { ...process.env, HOSTLER_PACKAGE: '1' }, stdio: ['ignore', 2, 2] });
  renameSync(join(packed, `hostler-${version}.tgz`), file);
} finally {
  rmSync(packed, { recursive: true, force: true });
}
process.stdout.write(`${file}\n`);
