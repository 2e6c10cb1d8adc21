// Compiles the server for its package: Node does not strip types inside node_modules. One file for each source file, so
// that a stack trace still names where it happened.
import { spawnSync } from 'node:child_process';
import { accessSync, copyFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPanel } from './panel/build.ts';

const server = fileURLToPath(new URL('../server/', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));

// Made when the repository was installed; without it there would be a package without a reference.
accessSync(`${server}reference/scalar.js.gz`);
await buildPanel();
rmSync(`${server}dist`, { recursive: true, force: true });
copyFileSync(`${server}../LICENSE`, `${server}LICENSE`);
const { status } = spawnSync(compiler, ['--project', `${server}tsconfig.build.json`], { stdio: 'inherit' });
process.exitCode = status ?? 1;
