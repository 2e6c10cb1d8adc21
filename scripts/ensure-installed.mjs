// Runs before `npm start` and `npm test`, under whatever Node the machine has and perhaps before there is any
// node_modules: plain JavaScript, no dependency. Also mends a node_modules that was copied without its links or from
// another platform, or whose install scripts did not run. Writes to stderr only, because `npm run -s hostler -- … --json`
// pipes stdout.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.hostler-lock-hash');
// npm writes this file after every install. So a hand-made `npm install` counts, and nothing is installed again.
const npmRecord = join(modules, '.package-lock.json');
const nodeProgram = join(modules, '.bin', 'node');
const reference = join(root, 'server', 'reference', 'scalar.js.gz');
const platform = `${process.platform}-${process.arch}`;
const MOST_NAMED = 3;

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
 * Returns the packages with programs for this platform that are missing. Those of another C library do not count.
 * @param {string} lockText
 */
function listMissingForPlatform(lockText) {
  const isMusl = process.platform === 'linux' && !process.report.getReport().header?.glibcVersionRuntime;
  /** @param {{os?: string[], cpu?: string[], libc?: string[]}} wanted */
  const fits = ({ os, cpu, libc = [] }) =>
    os?.includes(process.platform) &&
    (!cpu || cpu.includes(process.arch)) &&
    (libc.length === 0 || libc.includes(isMusl ? 'musl' : 'glibc'));
  return Object.entries(JSON.parse(lockText).packages ?? {})
    .filter(([path, wanted]) => path.startsWith('node_modules/') && fits(wanted) && !existsSync(join(root, path)))
    .map(([path]) => path.slice('node_modules/'.length));
}

/**
 * Returns the programs of the packages that have no link in node_modules/.bin. A copy that follows links turns them into
 * files, which do not find their package.
 * @param {string} lockText
 */
function listMissingLinks(lockText) {
  const programs = Object.entries(JSON.parse(lockText).packages ?? {})
    .filter(([path]) => path.startsWith('node_modules/') && path.lastIndexOf('node_modules/') === 0)
    .filter(([path, { optional }]) => !optional || existsSync(join(root, path)))
    .flatMap(([, { bin = {} }]) => Object.keys(bin));
  return programs.filter((name) => {
    const entry = lstatSync(join(modules, '.bin', name), { throwIfNoEntry: false });
    return process.platform === 'win32' ? !entry : !entry?.isSymbolicLink();
  });
}

/** Returns whether the Node of the project runs. It is downloaded by the install script of its package. */
function hasNode() {
  return spawnSync(nodeProgram, ['--version']).status === 0;
}

/** @param {readonly string[]} names */
function nameSome(names) {
  const rest = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** @param {string[]} args */
function runNpm(...args) {
  const npmScript = process.env.npm_execpath;
  const [command, first] = npmScript?.endsWith('.js') ? [process.execPath, [npmScript]] : ['npm', []];
  return spawnSync(command, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    // Also under NODE_ENV=production: Node 24 itself is among the devDependencies.
    env: { ...process.env, NODE_ENV: 'development', npm_config_include: 'dev' },
    maxBuffer: 64 * 1024 * 1024,
  });
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
  const result = runNpm('install', '--no-save');
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

/**
 * Says what node_modules lacks although npm recorded it as installed, and adds it.
 * @param {string} lockText
 * @param {boolean} isKnown whether this node_modules was checked on this platform before
 */
function mend(lockText, isKnown) {
  const packages = isKnown ? [] : listMissingForPlatform(lockText);
  if (packages.length > 0) {
    process.stderr.write(`node_modules was installed for another platform: ${nameSome(packages)} missing.\n`);
    // npm trusts its record more than the folder.
    rmSync(npmRecord, { force: true });
    install(lockText);
  }
  const links = listMissingLinks(lockText);
  if (links.length > 0) {
    process.stderr.write(`node_modules/.bin lacks links: ${nameSome(links)}. Linking the programs…\n`);
    const { status, stderr } = runNpm('rebuild', '--ignore-scripts');
    const left = listMissingLinks(lockText);
    if (left.length > 0) {
      fail(`${stderr ?? ''}The links could not be created. Delete node_modules and run npm install.\n`, status || 1);
    }
  }
  if (isKnown ? existsSync(nodeProgram) : hasNode()) return;
  process.stderr.write('The install script of the package "node" did not run here. Running it…\n');
  const { stdout, stderr, status } = runNpm('rebuild', 'node');
  if (hasNode()) return;
  fail(
    `${stdout ?? ''}${stderr ?? ''}Node 24 is missing in node_modules/.bin. Run: npm rebuild node --ignore-scripts=false\n`,
    status || 1,
  );
}

/** Extracts the script of /docs/try, which `npm install` does unless its scripts are switched off. */
function extractReference() {
  process.stderr.write('The script of the API reference is missing. Extracting it…\n');
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'reference.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) fail(`${stderr ?? ''}The script of /docs/try could not be extracted.\n`, status || 1);
}

const lockText = readFileSync(lockFile, 'utf8');
const hash = createHash('sha256').update(lockText).digest('hex');
const known = `${hash} ${platform}`;
const isKnown = readIfThere(stamp)?.trim() === known;
if (!isKnown && !matchesNpmRecord(lockText)) install(lockText);
mend(lockText, isKnown);
if (!existsSync(reference)) extractReference();
if (!isKnown) writeFileSync(stamp, `${known}\n`);
