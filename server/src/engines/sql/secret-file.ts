import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SecretFile {
  readonly path: string;
  remove(): Promise<void>;
}

/** A password for a program: arguments and environment of a process can be seen by others, this file by us only. */
export async function writeSecretFile(content: string): Promise<SecretFile> {
  const folder = await mkdtemp(join(tmpdir(), 'hostler-secret-'));
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
