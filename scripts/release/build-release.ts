import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { bundleCli } from '../cli/bundle.ts';
import { readDebVersion } from '../deb/deb-version.ts';
import { describeCommit } from '../server/describe-commit.ts';
import { normalise } from './normalise.ts';
import { readNotes } from './read-notes.ts';
import { signSums, writeSums } from './sign.ts';
import { writeLicences } from './write-licences.ts';
import { writeSbom } from './write-sbom.ts';

export const PARTS = ['documents', 'sources', 'npm', 'sdk', 'cli', 'amd64', 'arm64', 'image'] as const;
export type Part = (typeof PARTS)[number];

interface Wanted {
  readonly root: string;
  readonly folder: string;
  readonly parts: readonly Part[];
  readonly allowDirty: boolean;
  /** Less compression, for tests. */
  readonly fast: boolean;
  /** SSH key; without one the release is unsigned. */
  readonly key: string | undefined;
}

/** Builds the files of a release into an empty folder, with their sums and a signature. */
export async function buildRelease({ root, folder, parts, allowDirty, fast, key }: Wanted): Promise<void> {
  const { commit, release } = describeCommit(root);
  if (commit === null) throw new Error('This is not a clone. A release is built from a commit.');
  if (commit.includes('dirty') && !allowDirty) {
    throw new Error('There are uncommitted changes. Commit them first, or build with --allow-dirty.');
  }
  const { version, time } = readDebVersion(root);
  // For every program that writes a time.
  const environment = { ...process.env, SOURCE_DATE_EPOCH: String(time) };
  const run = (script: string, ...args: string[]) =>
    execFileSync('npm', ['run', '-s', script, '--', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: environment,
      stdio: ['ignore', 'pipe', 2],
    }).trim();
  const speed = fast ? ['--fast'] : [];
  const step = (part: Part, sentence: string) => {
    if (parts.includes(part)) process.stderr.write(`${sentence}\n`);
    return parts.includes(part);
  };

  process.stderr.write(`Version: ${version}, commit ${commit}\n`);
  if (step('documents', 'Documents …'))
    await writeDocuments({ root, folder, version, time, isRelease: release !== null });
  if (step('sources', 'Sources …')) archiveSources(root, join(folder, `hostler-${version}.sources.tar.gz`));
  if (step('sdk', 'SDK …')) packSdk(root, folder, version);
  const making = mkdtempSync(join(folder, '.making-'));
  try {
    if (step('cli', 'Command line …')) {
      copyFileSync(await bundleCli(join(making, 'cli')), join(folder, `hostctl-${version}.cjs`));
    }
    let built: string | undefined;
    const npmPackage = () => {
      if (built === undefined) {
        built = run('package', making);
        normalise(built);
      }
      return built;
    };
    if (step('npm', 'npm package …')) copyFileSync(npmPackage(), join(folder, basename(npmPackage())));
    for (const arch of ['amd64', 'arm64'] as const) {
      if (step(arch, `Debian package for ${arch} …`)) {
        run('package:deb', '--arch', arch, '--out', folder, '--package', npmPackage(), ...speed);
      }
    }
    if (step('image', 'Container image …')) {
      const deb = parts.includes('amd64') ? ['--deb', join(folder, `hostler_${version}_amd64.deb`)] : [];
      run('package:image', '--out', folder, ...deb, ...speed);
    }
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  writeSums(folder);
  if (key) signSums(folder, key);
  report(folder, key !== undefined);
}

interface Described {
  readonly root: string;
  readonly folder: string;
  readonly version: string;
  readonly time: number;
  readonly isRelease: boolean;
}

async function writeDocuments({ root, folder, version, time, isRelease }: Described): Promise<void> {
  const { version: node } = JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8')) as {
    version: string;
  };
  const notes = readNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, isRelease);
  writeFileSync(join(folder, 'RELEASE-NOTES.md'), notes);
  writeFileSync(join(folder, 'LICENCES.txt'), await writeLicences(root, node));
  writeFileSync(join(folder, `hostler-${version}.cdx.json`), writeSbom({ root, version, time, node }));
  copyFileSync(join(root, 'install.sh'), join(folder, 'install.sh'));
}

/** Archives the commit. gzip writes no time with `-n`. */
function archiveSources(root: string, file: string): void {
  const prefix = basename(file, '.sources.tar.gz');
  const archive = ['git', 'archive', '--format=tar', `--prefix=${prefix}/`, 'HEAD'].join(' ');
  execFileSync('sh', ['-c', `${archive} | gzip -9n > "$1"`, 'sh', file], { cwd: root, stdio: ['ignore', 2, 2] });
}

/** Names the file after the build, as the other files. */
function packSdk(root: string, folder: string, version: string): void {
  const args = ['pack', '--workspace', 'sdk', '--pack-destination', folder, '--loglevel=error'];
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2] });
  const { version: own } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8')) as { version: string };
  const file = join(folder, `hostler-sdk-${version}.tgz`);
  renameSync(join(folder, `hostler-sdk-${own}.tgz`), file);
  normalise(file);
}

function report(folder: string, isSigned: boolean): void {
  for (const name of readdirSync(folder).toSorted()) {
    const megabytes = (statSync(join(folder, name)).size / 1_000_000).toFixed(1);
    process.stdout.write(`${megabytes.padStart(7)} MB  ${name}\n`);
  }
  const unsigned = 'The release is unsigned: no key was given. Set HOSTLER_RELEASE_KEY or use --key to sign it.\n';
  process.stderr.write(isSigned ? 'SHA256SUMS is signed.\n' : unsigned);
}
