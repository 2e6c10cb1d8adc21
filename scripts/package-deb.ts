// npm run package:deb -- [--arch amd64|arm64] [--out <folder>] [--package <file>] [--fast]
// Builds the Debian package of the server. It contains its own Node, so it needs no other source of packages. `--package`
// names an npm package of the server that was built before from the same commit. `--fast` compresses less, for tests.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ARCHITECTURES, type Architecture } from './deb/architecture.ts';
import { readDebVersion } from './deb/deb-version.ts';
import { installApp } from './deb/install-app.ts';
import { installNode } from './deb/install-node.ts';
import { writeControl } from './deb/write-control.ts';
import { writeFiles } from './deb/write-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: 'amd64' },
    out: { type: 'string', default: '.' },
    package: { type: 'string' },
    fast: { type: 'boolean', default: false },
  },
});
if (!(values.arch in ARCHITECTURES)) {
  process.stderr.write(`--arch must be one of: ${Object.keys(ARCHITECTURES).join(', ')}.\n`);
  process.exit(1);
}
const arch = values.arch as Architecture;
const folder = resolve(process.env.INIT_CWD ?? '.', values.out);
// Before the build, which writes only files that git ignores.
const { version, time } = readDebVersion(root);
const file = join(folder, `hostler_${version}_${arch}.deb`);

mkdirSync(folder, { recursive: true });
const making = mkdtempSync(join(folder, '.packing-'));
const stage = join(making, 'root');
try {
  const built = values.package ? resolve(process.env.INIT_CWD ?? '.', values.package) : buildNpmPackage(making);
  installApp({ root, stage, arch, file: built });
  await installNode({ stage, making, arch });
  await writeFiles({ root, stage, version, time });
  writeControl({ root, stage, version, arch });
  // Files get the time of the commit, so that two builds of one commit are the same.
  execFileSync('find', [stage, '-exec', 'touch', '--no-dereference', '--date', `@${time}`, '{}', '+']);
  // Level 6, the default of dpkg-deb, takes six times as long as level 1 and saves a sixth of the size.
  const compression = ['-Zxz', values.fast ? '-z1' : '-z6'];
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', stage, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
    stdio: ['ignore', 2, 2],
  });
} finally {
  rmSync(making, { recursive: true, force: true });
}
process.stdout.write(`${file}\n`);

function buildNpmPackage(folder: string): string {
  return execFileSync('npm', ['run', '-s', 'package', '--', folder], { cwd: root, encoding: 'utf8' }).trim();
}
