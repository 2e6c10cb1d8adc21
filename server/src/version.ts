import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from './kernel/package-folder.ts';

/** Of this program. */
export const { version: VERSION } = createRequire(import.meta.url)(join(PACKAGE_FOLDER, 'package.json')) as {
  version: string;
};
