import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Examples } from '#kernel/http/openapi/example.ts';
import { PACKAGE_FOLDER } from '#kernel/package-folder.ts';

const require = createRequire(import.meta.url);

/**
 * Returns a recorded request of each operation of the public API, made by `npm run examples`. The file is part of the
 * package.
 */
export function readExamples(): Examples {
  return require(join(PACKAGE_FOLDER, 'reference/examples.json'));
}
