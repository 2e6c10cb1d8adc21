import { join } from 'node:path';
import { findLastRelease, unpackRelease } from '../../testing/last-release.ts';
import { makeFolder } from './folder.ts';

const programs = new Map<string, string>();

/** Returns the program of a release, from the history of this repository, with the packages of this version. */
export function findRelease(version: string): string {
  const program = programs.get(version) ?? unpack(version);
  programs.set(version, program);
  return program;
}

function unpack(version: string): string {
  const commit = findLastRelease(version);
  if (commit === undefined) throw new Error(`The history has no commit of release ${version}: clone all of it.`);
  const folder = makeFolder();
  unpackRelease(commit, folder);
  return join(folder, 'server/src/main.ts');
}
