import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the package's files are, whether this runs from its sources or from the few files they are built into. */
export const PACKAGE_FOLDER = findPackage(import.meta.dirname);

function findPackage(folder: string): string {
  return existsSync(join(folder, 'bin/hostler.cjs')) ? folder : findPackage(dirname(folder));
}
