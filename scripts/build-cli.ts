// Builds hostctl, the command line of the public API, for its package. Prints the path of the file.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleCli } from './cli/bundle.ts';

const cli = fileURLToPath(new URL('../cli/', import.meta.url));
copyFileSync(`${cli}../LICENSE`, `${cli}LICENSE`);
process.stdout.write(`${await bundleCli(`${cli}dist`)}\n`);
