import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandoned } from '../../kernel/remove-abandoned.ts';
import { DAY, HOUR } from '../../kernel/time.ts';

const PREFIX = 'hostler-secret-';
/** Of processes that were killed. A program reads its file when it begins: after so long nobody does any more. */
const ABANDONED = { name: /^hostler-secret-[0-9A-Za-z]{6}$/, untouchedMs: DAY };

/** The folder is everybody's, and may be large: it is not gone through for each file. */
const LOOK_EVERY_MS = HOUR;
const lookedAt = new Map<string, number>();

export interface SecretFile {
  readonly path: string;
  remove(): Promise<void>;
}

/** A password for a program: arguments and environment of a process can be seen by others, this file by us only. */
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
  if (now - (lookedAt.get(folder) ?? Number.NEGATIVE_INFINITY) < LOOK_EVERY_MS) return;
  lookedAt.set(folder, now);
  await removeAbandoned(folder, ABANDONED);
}
