// Compiles the SDK for its package.
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sdk = fileURLToPath(new URL('../sdk/', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));

rmSync(`${sdk}dist`, { recursive: true, force: true });
copyFileSync(`${sdk}../LICENSE`, `${sdk}LICENSE`);
const { status } = spawnSync(compiler, ['--project', `${sdk}tsconfig.build.json`], { stdio: 'inherit' });
process.exitCode = status ?? 1;
