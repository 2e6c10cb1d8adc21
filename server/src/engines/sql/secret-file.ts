import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandoned } from '../../kernel/remove-abandoned.ts';
import { DAY } from '../../kernel/time.ts';

const PREFIX = 'hostler-secret-';
/** Of processes that were killed. A program reads its file when it begins: after so long nobody does any more. */
const ABANDONED = { name: /^hostler-secret-[0-9A-Za-z]{6}$/, untouchedMs: DAY };

export interface SecretFile {
  readonly path: string;
  remove(): Promise<void>;
}

/** A password for a program: arguments and environment of a process can be seen by others, this file by us only. */
export async function writeSecretFile(content: string): Promise<SecretFile> {
  await removeAbandoned(tmpdir(), ABANDONED);
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
