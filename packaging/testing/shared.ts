import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

function read(name: 'HOSTLER_SHIP_DEB' | 'HOSTLER_SHIP_FOLDER'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Run the tests with: npm run test:ship`);
  return value;
}

/** Returns the Debian package for amd64 that all tests share. */
export function sharedPackage(): string {
  return read('HOSTLER_SHIP_DEB');
}

/** Returns the archive of the image that all tests share. The first call builds it, unless `HOSTLER_SHIP_IMAGE` names one. */
export async function sharedImage(): Promise<string> {
  if (process.env.HOSTLER_SHIP_IMAGE) return process.env.HOSTLER_SHIP_IMAGE;
  const folder = join(read('HOSTLER_SHIP_FOLDER'), 'image');
  if (!existsSync(folder)) {
    const args = ['run', '-s', 'package:image', '--', '--out', folder, '--deb', sharedPackage()];
    await execute('npm', args, { cwd: root, maxBuffer: 2 ** 26 });
  }
  return join(folder, readdirSync(folder)[0] ?? '');
}
