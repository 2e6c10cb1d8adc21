import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface Abandoned {
  /** Names that nobody but us gives. */
  readonly name: RegExp;
  /** What is still in use is touched more often than this. */
  readonly untouchedMs: number;
}

/**
 * Takes away what a process that was killed left in a folder that is not ours alone: only what this user made, and
 * nobody has touched for long. It is not what the caller is there for, so nothing fails by it.
 */
export async function removeAbandoned(folder: string, { name, untouchedMs }: Abandoned): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((each) => name.test(each)).map((each) => join(folder, each))) {
    const found = await lstat(path).catch(() => undefined);
    if (!found || found.uid !== process.getuid?.() || Date.now() - found.mtimeMs < untouchedMs) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
