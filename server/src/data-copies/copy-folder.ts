import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the name of a copy, which sorts by its time. */
export function nameCopy(kind: 'before' | 'nightly', now: number): string {
  return `${kind}-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

/** Deletes all copies of a kind but the newest, and returns their names. Other files stay. */
export function removeOldCopies(folder: string, kind: 'before' | 'nightly', keep: number): string[] {
  const isCopy = new RegExp(`^${kind}-\\d{8}T\\d{6}Z$`);
  const copies = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile() && isCopy.test(each.name));
  const old = copies
    .map(({ name }) => name)
    .sort()
    .reverse()
    .slice(keep);
  for (const name of old) rmSync(join(folder, name), { force: true });
  return old;
}
