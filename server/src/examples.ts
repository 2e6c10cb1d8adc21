import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Examples } from './kernel/http/openapi/example.ts';
import { PACKAGE_FOLDER } from './kernel/package-folder.ts';

const require = createRequire(import.meta.url);

/** One call of each operation of the public API, recorded by `npm run examples`; in the package, as the reference is. */
export function readExamples(): Examples {
  return require(join(PACKAGE_FOLDER, 'reference/examples.json'));
}
