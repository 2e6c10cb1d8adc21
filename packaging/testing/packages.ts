import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sharedNpmPackage, sharedPackage } from './shared.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the image from the package that all tests share, and returns the path of its archive. */
export async function buildImage(folder: string): Promise<string> {
  const args = ['run', '-s', 'package:image', '--', '--fast', '--out', folder, '--deb', sharedPackage()];
  const { stdout } = await execute('npm', args, { cwd: root, maxBuffer: 2 ** 26 });
  return stdout.trim();
}

/** Builds the Debian package for ARM, from the npm package that all tests share, and returns its path. */
export async function buildArmPackage(folder: string): Promise<string> {
  const options = ['--arch', 'arm64', '--fast', '--out', folder, '--package', sharedNpmPackage()];
  const { stdout } = await execute('npm', ['run', '-s', 'package:deb', '--', ...options], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  return stdout.trim();
}

/** Packs the same files again under another version, with other scripts if given. Returns the path. */
export async function packAgain(
  file: string,
  folder: string,
  version: string,
  scripts: Readonly<Record<string, string>> = {},
): Promise<string> {
  const unpacked = join(folder, `unpacked-${version}`);
  await execute('dpkg-deb', ['--raw-extract', file, unpacked]);
  const control = join(unpacked, 'DEBIAN/control');
  const text = await readFile(control, 'utf8');
  await writeFile(control, text.replace(/^Version: .*$/m, `Version: ${version}`));
  for (const [name, content] of Object.entries(scripts)) await writeFile(join(unpacked, name), content);
  const target = join(folder, `hostler_${version}_amd64.deb`);
  // Not compressed, which is faster.
  await execute('dpkg-deb', ['--root-owner-group', '-Znone', '--build', unpacked, target]);
  await rm(unpacked, { recursive: true });
  return target;
}
