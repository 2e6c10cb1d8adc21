import { cp, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { READY_FILE } from '../../server/src/modules/resources/applications/recipes/ready-recipes.ts';
import { BUILD_FILE } from '../../server/src/program/version.ts';
import { describeCommit } from './describe-commit.ts';
import { collectLicences } from './licences.ts';
import { readyRecipes } from './ready-recipes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = fileURLToPath(new URL('../../server/src/', import.meta.url));
const database = fileURLToPath(new URL('../../packages/database/src/', import.meta.url));

/**
 * Packages that every start needs, bundled with their dependencies. Other packages stay outside, and most are loaded
 * when they are used.
 */
const PARTS =
  /^(@hostler\/database|ajv|ajv-formats|fast-json-stringify|fastify|ipaddr\.js|pino|prom-client|undici)(\/|$)/;

/**
 * Bundles the server into a few files: a start that loads some hundred files and strips their types takes three times
 * as long and 40 MB more. Source maps let a stack trace name the source and its line. The format is CommonJS: an ES
 * module that imports `node:http` and the like loads all of their exports, including a second HTTP client and the CA
 * certificates. Tests pass another `main` that starts the server in its own way.
 */
export async function bundleServer(folder: string, main = `${sources}main.ts`): Promise<void> {
  const bundle = await rolldown({
    input: {
      main,
      // Threads are separate files, beside the one that starts them.
      'sync-thread': `${database}sqlite/sync-thread.js`,
      'checkpoint-thread': `${database}sqlite/checkpoint-thread.ts`,
      'check-thread': `${database}sqlite/check-thread.ts`,
      'pdf-thread': `${sources}modules/commerce/invoices/document/pdf-thread.ts`,
      'statement-thread': `${sources}engines/payment/statements/statement-thread.ts`,
    },
    platform: 'node',
    external: (id, importer) => isBuiltin(id) || (/^[^./#]/.test(id) && isOwn(importer) && !PARTS.test(id)),
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
  await cp(join(root, 'locales'), join(folder, 'locales'), { recursive: true, filter: isCatalogueOrFolder });
  await writeFile(join(folder, BUILD_FILE), JSON.stringify({ commit: describeCommit(root).commit }));
  // The package around it has the type `module`.
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Mails and documents in other languages than English read the catalogues. */
function isCatalogueOrFolder(path: string): boolean {
  return path.endsWith('.po') || path === join(root, 'locales');
}

function isOwn(importer: string | undefined): boolean {
  return importer === undefined || importer.startsWith(sources) || importer.startsWith(database);
}

/**
 * Escapes all letters beyond ASCII: one of them would make Node keep the whole file with two bytes per letter. Lines
 * stay where they are, so the source maps stay correct.
 */
function toAscii(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
