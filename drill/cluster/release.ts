import { join } from 'node:path';
import { findLastRelease, unpackRelease } from '../../testing/last-release.ts';
import { makeFolder } from './folder.ts';

let program: string | undefined;

/** Returns the program of the last release, from the history of this repository, with the packages of this version. */
export function findRelease(): string {
  program ??= unpack();
  return program;
}

function unpack(): string {
  const commit = findLastRelease();
  if (commit === undefined) throw new Error('The history has no commit of the last release: clone all of it.');
  const folder = makeFolder();
  unpackRelease(commit, folder);
  return join(folder, 'server/src/main.ts');
}
