// npm run package:image -- [--arch amd64|arm64] [--out <folder>] [--deb <file>] [--fast]
// Builds the container image of the server as an archive for `podman load` and `docker load`. Needs Debian and root.
// `--fast` compresses less, for tests.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ARCHITECTURES, type Architecture } from './deb/architecture.ts';
import { readDebVersion } from './deb/deb-version.ts';
import { installPackages } from './deb/install-packages.ts';
import { buildImage } from './image/build-image.ts';
import { makeContext } from './image/make-context.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const from = process.env.INIT_CWD ?? '.';
const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: 'amd64' },
    out: { type: 'string', default: '.' },
    deb: { type: 'string' },
    fast: { type: 'boolean', default: false },
  },
});

function fail(sentence: string): never {
  process.stderr.write(`package:image: ${sentence}\n`);
  process.exit(1);
}

if (!(values.arch in ARCHITECTURES)) fail(`--arch must be one of: ${Object.keys(ARCHITECTURES).join(', ')}.`);
const arch = values.arch as Architecture;
const problem = installPackages(['buildah', 'mmdebstrap', 'runc']);
if (problem) fail(problem);

const folder = resolve(from, values.out);
mkdirSync(folder, { recursive: true });
const making = mkdtempSync(join(folder, '.making-'));
try {
  const { time } = readDebVersion(root);
  const deb = values.deb ? resolve(from, values.deb) : buildDeb();
  const version = readField(deb, 'Version');
  if (readField(deb, 'Architecture') !== arch) fail(`${basename(deb)} is not for ${arch}.`);
  const context = join(making, 'context');
  makeContext({ root, context, deb, arch, time });
  const file = join(folder, `hostler-${version}.image-${arch}.tar.gz`);
  buildImage({ context, making, arch, version, time, file, level: values.fast ? 1 : 9 });
  process.stdout.write(`${file}\n`);
} finally {
  rmSync(making, { recursive: true, force: true });
}

function buildDeb(): string {
  const args = ['run', '-s', 'package:deb', '--', '--arch', arch, '--out', making, ...(values.fast ? ['--fast'] : [])];
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim();
}

function readField(deb: string, name: string): string {
  return execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim();
}
