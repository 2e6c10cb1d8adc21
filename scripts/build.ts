// Builds the server for its package: Node does not strip types inside node_modules.
import { accessSync, copyFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPanel } from './panel/build.ts';
import { bundleServer } from './server/bundle.ts';

if (process.env.HOSTLER_PACKAGE !== '1') {
  process.stderr.write('Build the package with: npm run -s package -- <folder>. It names the file after the commit.\n');
  process.exit(1);
}

const server = fileURLToPath(new URL('../server/', import.meta.url));

// Made when the repository was installed; without it the package would have no reference.
accessSync(`${server}reference/scalar.js.gz`);
await buildPanel();
rmSync(`${server}dist`, { recursive: true, force: true });
for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(`${server}../${name}`, `${server}${name}`);
await bundleServer(`${server}dist`);
