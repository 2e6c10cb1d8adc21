// Builds the server for its package: Node does not strip types inside node_modules, and a start that looks for some
// hundred files takes a third longer. Packages stay outside; maps let a stack trace name the source and its line.
import { accessSync, copyFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { buildPanel } from './panel/build.ts';

const server = fileURLToPath(new URL('../server/', import.meta.url));

// Made when the repository was installed; without it there would be a package without a reference.
accessSync(`${server}reference/scalar.js.gz`);
await buildPanel();
rmSync(`${server}dist`, { recursive: true, force: true });
copyFileSync(`${server}../LICENSE`, `${server}LICENSE`);

const bundle = await rolldown({
  input: {
    main: `${server}src/main.ts`,
    // Threads are files of their own, beside the one that starts them.
    'sync-thread': `${server}src/kernel/db/sqlite/sync-thread.ts`,
    'checkpoint-thread': `${server}src/kernel/db/sqlite/checkpoint-thread.ts`,
  },
  platform: 'node',
  external: /^[^./]/,
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({
  dir: `${server}dist`,
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  sourcemap: true,
  sourcemapExcludeSources: true,
});
