import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandoned } from '#kernel/remove-abandoned.ts';
import { DAY, HOUR } from '#kernel/time.ts';

const PREFIX = 'hostler-secret-';
/** Files of killed processes. A program reads its file at start, so none is used after this time. */
const ABANDONED = { name: /^hostler-secret-[0-9A-Za-z]{6}$/, untouchedMs: DAY };

/** The folder is shared and may be large, so it is not scanned for every file. */
const LOOK_EVERY_MS = HOUR;
const checkedAt = new Map<string, number>();

export interface SecretFile {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Writes a password for a program to a file that only we can read. Arguments and environment of a process are visible
 * to others.
 */
export async function writeSecretFile(content: string): Promise<SecretFile> {
  await clearNowAndThen(tmpdir());
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'secret');
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function clearNowAndThen(folder: string): Promise<void> {
  const now = performance.now();
  if (now - (checkedAt.get(folder) ?? Number.NEGATIVE_INFINITY) < LOOK_EVERY_MS) return;
  checkedAt.set(folder, now);
  await removeAbandoned(folder, ABANDONED);
}
