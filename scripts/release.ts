// npm run release -- [--out <folder>] [--key <file>] [--only <part>] [--allow-dirty] [--fast]
// Builds all files of a release from the current commit.
import { mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildRelease, PARTS, type Part } from './release/build-release.ts';

const HELP = `Usage: npm run release -- [options]

Builds all files of a release from the current commit: Debian packages for amd64 and arm64, npm packages of server and
SDK, hostctl, container image, install.sh, sources, release notes, licences, CycloneDX bill of materials and SHA256SUMS. Two
builds of one commit are the same, byte for byte. docs/release.md describes how to release a version.

  --out <folder>   Folder for the files. It must be empty. Default: ./release
  --key <file>     SSH key that signs SHA256SUMS. Default: HOSTLER_RELEASE_KEY. Without a key the release is unsigned.
  --only <part>    Builds one part only; may be repeated. Parts: ${PARTS.join(', ')}.
  --allow-dirty    Builds with uncommitted changes. The version then names them.
  --fast           Compresses packages and image less, for tests.
  --help           Prints this text.
`;

function fail(sentence: string): never {
  process.stderr.write(`release: ${sentence}\n`);
  process.exit(1);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        out: { type: 'string', default: 'release' },
        key: { type: 'string' },
        only: { type: 'string', multiple: true },
        'allow-dirty': { type: 'boolean', default: false },
        fast: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail(`${(error as Error).message} See: npm run release -- --help`);
  }
}

const options = readOptions();
if (options.help) {
  process.stdout.write(HELP);
} else {
  const unknown = options.only?.find((name) => !PARTS.includes(name as Part));
  if (unknown) fail(`There is no part ${unknown}. Parts: ${PARTS.join(', ')}.`);
  const parts = (options.only ?? PARTS) as readonly Part[];
  const from = process.env.INIT_CWD ?? '.';
  const folder = resolve(from, options.out);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) fail(`${folder} is not empty. Choose an empty folder with --out.`);
  const key = options.key ?? process.env.HOSTLER_RELEASE_KEY;
  try {
    const root = fileURLToPath(new URL('..', import.meta.url));
    const allowDirty = options['allow-dirty'];
    const { fast } = options;
    await buildRelease({ root, folder, parts, allowDirty, fast, key: key ? resolve(from, key) : undefined });
  } catch (error) {
    fail((error as Error).message);
  }
}
