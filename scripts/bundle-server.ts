import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const sources = fileURLToPath(new URL('../server/src/', import.meta.url));

/**
 * The server as a few files: a start that looks for some hundred, and strips their types, takes twice as long. Packages
 * stay outside; maps let a stack trace name the source and its line.
 */
export async function bundleServer(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: {
      main: `${sources}main.ts`,
      // Threads are files of their own, beside the one that starts them.
      'sync-thread': `${sources}kernel/db/sqlite/sync-thread.js`,
      'checkpoint-thread': `${sources}kernel/db/sqlite/checkpoint-thread.ts`,
      'pdf-thread': `${sources}modules/commerce/invoices/document/pdf-thread.ts`,
    },
    platform: 'node',
    external: /^[^./]/,
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
}
