import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Root folder of the package, for the sources and for the bundle. */
export const PACKAGE_FOLDER = findPackage(import.meta.dirname);

function findPackage(folder: string): string {
  return existsSync(join(folder, 'bin/hostler.cjs')) ? folder : findPackage(dirname(folder));
}
