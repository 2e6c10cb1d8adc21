import { constants } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies a migrated SQLite file; `make` creates `hostler.db` in the folder it is given. */
export async function copyTestFile(file: string, make: (folder: string) => Promise<void>): Promise<void> {
  const folder = process.env.HOSTLER_TEST_FOLDER;
  if (!folder) throw new Error('HOSTLER_TEST_FOLDER is not set; run the tests with vitest.');
  const template = join(folder, 'template.db');
  if (await tryToCopy(template, file)) return;
  // Workers that find none at the same time each create one, and any of them will do.
  const made = await mkdtemp(join(folder, 'template-'));
  await make(made);
  await rename(join(made, 'hostler.db'), template);
  await rm(made, { recursive: true });
  await tryToCopy(template, file);
}

async function tryToCopy(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
