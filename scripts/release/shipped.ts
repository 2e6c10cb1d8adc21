import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNeeded, type LockedPackage, readLock } from './dependencies.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Tools that build the panel and are not part of it. */
const BUILD_TOOLS = /^(@types\/|@vitejs\/|vite$|@hostler\/|@lingui\/(cli|conf|babel-|swc-|vite-)|@babel\/|@rolldown\/)/;
/** The API reference, which `scripts/reference.mjs` extracts. */
const REFERENCE = '@scalar/fastify-api-reference';

/** Packages whose manifest does not name the licence that their licence file contains. */
const LICENCES: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

export interface ShippedPackage {
  /** Path in the checkout, such as `node_modules/pg`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Returns the dependencies that the server loads, by path. */
export function findServerPackages(root: string): Record<string, LockedPackage> {
  return findNeeded(readLock(root), Object.keys(readManifest(root, 'server').dependencies ?? {}));
}

/** Returns every package of which code is shipped: with the server, in the panel, and as the API reference. */
export function findShippedPackages(root: string): Record<string, LockedPackage> {
  const lock = readLock(root);
  const ofPanel = Object.keys(readManifest(root, 'panel').devDependencies ?? {}).filter(
    (name) => !BUILD_TOOLS.test(name),
  );
  return { ...findServerPackages(root), ...findNeeded(lock, ofPanel), ...findReference(lock) };
}

/** Lists the shipped packages with their licences. Throws if a package names none. */
export function listShipped(root: string): ShippedPackage[] {
  return Object.entries(findShippedPackages(root))
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licence = license ?? LICENCES[name];
      if (licence === undefined) throw new Error(`${name} ${version} names no licence.`);
      return { path, name, version, licence };
    })
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** The reference is one file, built by its authors. Its own packages are part of it. */
function findReference(lock: Readonly<Record<string, LockedPackage>>): Record<string, LockedPackage> {
  const path = `node_modules/${REFERENCE}`;
  const entry = lock[path];
  if (entry?.license === undefined) throw new Error(`${REFERENCE} is not in package-lock.json.`);
  return { [path]: { version: entry.version, license: entry.license } };
}

function readManifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}
