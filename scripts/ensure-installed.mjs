// Runs before `npm start` and `npm test`, under whatever Node the machine has and perhaps before there is any
// node_modules: plain JavaScript, no dependency. Writes to stderr only, because `npm run -s hostler -- … --json`
// pipes stdout.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.hostler-lock-hash');
// npm writes this file after every install. So a hand-made `npm install` counts, and nothing is installed again.
const npmRecord = join(modules, '.package-lock.json');

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Returns whether npm's own record of node_modules lists every package of the lock file at its version. Optional
 * packages may be absent: they belong to other platforms.
 * @param {string} lockText
 */
function matchesNpmRecord(lockText) {
  const recordText = readIfThere(npmRecord);
  if (recordText === undefined) return false;
  const installed = JSON.parse(recordText).packages ?? {};
  return Object.entries(JSON.parse(lockText).packages ?? {}).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/')) return true;
    if (wanted.link) return existsSync(join(root, path));
    const found = installed[path];
    return found ? found.version === wanted.version : Boolean(wanted.optional || wanted.devOptional);
  });
}

/**
 * Returns the manifests whose dependencies differ from those of the lock file.
 * @param {string} lockText
 */
function listStaleManifests(lockText) {
  const fields = ['dependencies', 'devDependencies', 'optionalDependencies'];
  return Object.entries(JSON.parse(lockText).packages ?? {})
    .filter(([path]) => !path.includes('node_modules/'))
    .map(([path, locked]) => ({ file: join(path, 'package.json'), locked }))
    .filter(({ file, locked }) => {
      const manifest = JSON.parse(readFileSync(join(root, file), 'utf8'));
      return fields.some((field) => !isDeepStrictEqual(manifest[field] ?? {}, locked[field] ?? {}));
    })
    .map(({ file }) => file);
}

/**
 * Installs what the lock file says and leaves the lock file as it is, showing output only on failure. Not `npm ci`:
 * that refuses a lock file in which the binaries for some other platform are not listed.
 * @param {string} lockText
 */
function install(lockText) {
  const stale = listStaleManifests(lockText);
  if (stale.length > 0) fail(`package-lock.json does not match ${stale.join(' and ')}: run npm install.\n`, 1);
  process.stderr.write('Installing dependencies…\n');
  const npmScript = process.env.npm_execpath;
  const [command, args] = npmScript?.endsWith('.js') ? [process.execPath, [npmScript]] : ['npm', []];
  const result = spawnSync(command, [...args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    // Also under NODE_ENV=production: Node 24 itself is among the devDependencies.
    env: { ...process.env, NODE_ENV: 'development', npm_config_include: 'dev' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return;
  const reason = result.error ? `: ${result.error.message}` : '';
  fail(`${result.stdout ?? ''}${result.stderr ?? ''}npm install failed${reason}.\n`, result.status || 1);
}

/**
 * @param {string} message
 * @param {number} code
 * @returns {never}
 */
function fail(message, code) {
  process.stderr.write(message);
  process.exit(code);
}

const lockText = readFileSync(lockFile, 'utf8');
const hash = createHash('sha256').update(lockText).digest('hex');
if (readIfThere(stamp)?.trim() !== hash) {
  if (!matchesNpmRecord(lockText)) install(lockText);
  writeFileSync(stamp, `${hash}\n`);
}
