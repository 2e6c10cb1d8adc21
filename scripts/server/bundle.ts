import { writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { READY_FILE } from '../../server/src/modules/resources/applications/recipes/ready-recipes.ts';
import { BUILD_FILE } from '../../server/src/version.ts';
import { describeCommit } from './describe-commit.ts';
import { collectLicences } from './licences.ts';
import { readyRecipes } from './ready-recipes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = fileURLToPath(new URL('../../server/src/', import.meta.url));

/** What every start needs, with all that it needs itself; other packages stay outside, and most are loaded when they are used. */
const PARTS = /^(ajv|ajv-formats|fast-json-stringify|fastify|ipaddr\.js|pino|prom-client|undici)(\/|$)/;

/**
 * The server as a few files: a start that looks for some hundred, and strips their types, takes three times as long and
 * 40 MB more. Maps let a stack trace name the source and its line. CommonJS, because a module that imports `node:http` and
 * the like is given all that these have, a second HTTP client and the certificates of the world among it.
 * Another `main` is a program of the tests that begins the server in its own way.
 */
export async function bundleServer(folder: string, main = `${sources}main.ts`): Promise<void> {
  const bundle = await rolldown({
    input: {
      main,
      // Threads are files of their own, beside the one that starts them.
      'sync-thread': `${sources}kernel/db/sqlite/sync-thread.js`,
      'checkpoint-thread': `${sources}kernel/db/sqlite/checkpoint-thread.ts`,
      'pdf-thread': `${sources}modules/commerce/invoices/document/pdf-thread.ts`,
    },
    platform: 'node',
    external: (id, importer) => isBuiltin(id) || (/^[^./]/.test(id) && isOwn(importer) && !PARTS.test(id)),
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  const chunks = output.filter((file) => file.type === 'chunk');
  for (const { fileName, code } of chunks) await writeFile(join(folder, fileName), toAscii(code));
  await writeFile(join(folder, 'LICENCES'), await collectLicences(chunks.flatMap(({ moduleIds }) => moduleIds)));
  await writeFile(join(folder, READY_FILE), JSON.stringify(readyRecipes()));
  await writeFile(join(folder, BUILD_FILE), JSON.stringify({ commit: describeCommit(root).commit }));
  // The package around it is of modules.
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}

function isOwn(importer: string | undefined): boolean {
  return importer === undefined || importer.startsWith(sources);
}

/**
 * One letter beyond ASCII, in the text of a message, and Node would keep all of a file with two bytes for each letter. Lines
 * stay where they are, so the maps are true.
 */
function toAscii(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
