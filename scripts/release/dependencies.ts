import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One package of `package-lock.json`. */
export interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** Returns the locked packages by their path, such as `node_modules/pg`. */
export function readLock(root: string): LockedPackages {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  return packages;
}

/** Returns the packages with these names and everything that they need, by path. */
export function findNeeded(packages: LockedPackages, names: readonly string[]): Record<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const waiting = names.map((name) => ({ name, from: '', isOptional: false }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = resolve(packages, next.from, next.name);
    if (path === undefined) {
      if (next.isOptional) continue;
      throw new Error(`${next.name} is not in package-lock.json. Run: npm install`);
    }
    const entry = packages[path];
    if (entry === undefined || found.has(path)) continue;
    found.set(path, entry);
    const optional = new Set(Object.keys(entry.optionalDependencies ?? {}));
    for (const name of [...Object.keys(entry.dependencies ?? {}), ...optional]) {
      waiting.push({ name, from: path, isOptional: optional.has(name) });
    }
    for (const name of Object.keys(entry.peerDependencies ?? {})) {
      if (entry.peerDependenciesMeta?.[name]?.optional) continue;
      waiting.push({ name, from: path, isOptional: true });
    }
  }
  return Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Finds a package as Node does: beside the package that needs it, then further up. */
function resolve(packages: LockedPackages, from: string, name: string): string | undefined {
  const parts = from.split('/node_modules/');
  for (let count = from === '' ? 0 : parts.length; count >= 0; count--) {
    const folder = parts.slice(0, count).join('/node_modules/');
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
  }
  return undefined;
}
