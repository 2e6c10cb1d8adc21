import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockedPackage } from './dependencies.ts';

interface Project {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/**
 * Writes an npm project that needs exactly these packages, in the locked versions. npm then installs the versions that
 * were tested, and not newer ones.
 */
export function writeProject({ folder, name, version, packages }: Project): void {
  const top = Object.entries(packages).filter(([path]) => path.lastIndexOf('node_modules/') === 0);
  const dependencies = Object.fromEntries(
    top.map(([path, locked]) => [path.slice('node_modules/'.length), locked.version]),
  );
  const manifest = { name, version, license: 'MIT', private: true, dependencies };
  const locked = Object.entries(packages).map(([path, entry]) => [path, keepLocked(entry, packages)]);
  const lock = {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(locked) },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock, null, 2));
}

/** Leaves out optional packages of other platforms, which are not locked, and marks of the development of Hostler. */
function keepLocked(entry: LockedPackage, packages: Readonly<Record<string, LockedPackage>>): object {
  const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
  const optional = Object.entries(entry.optionalDependencies ?? {}).filter(([name]) => names.has(name));
  const { dev, devOptional, peer, optionalDependencies, ...kept } = entry as LockedPackage & Record<string, unknown>;
  return { ...kept, ...(optional.length > 0 ? { optionalDependencies: Object.fromEntries(optional) } : {}) };
}
