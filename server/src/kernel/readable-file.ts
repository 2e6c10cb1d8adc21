import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { conflict } from './errors.ts';

/** Refuses a file that is missing, or that this process may not read, such as one in the folder of root. */
export async function refuseUnreadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES') throw conflict(`There is no file ${path}.`);
    throw conflict(
      `There is no permission to read ${path}. The command runs as the user of the service: copy the file to a folder that this user can read, such as /tmp.`,
    );
  }
}
