import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface Abandoned {
  /** Pattern of file names that only this program uses. */
  readonly name: RegExp;
  /** Age at which a file counts as abandoned. Files in use are touched more often. */
  readonly untouchedMs: number;
}

/**
 * Deletes leftovers of killed processes from a shared folder: only files of this user that were not touched for long.
 * Ignores all errors, because the cleanup must not fail its caller.
 */
export async function removeAbandoned(folder: string, { name, untouchedMs }: Abandoned): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((each) => name.test(each)).map((each) => join(folder, each))) {
    const found = await lstat(path).catch(() => undefined);
    if (!found || found.uid !== process.getuid?.() || Date.now() - found.mtimeMs < untouchedMs) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
