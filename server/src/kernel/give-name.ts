import { existsSync, linkSync, renameSync } from 'node:fs';

/** What file systems without links say. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Gives a file that is whole the name it was made for, over nothing that has it already; answers whether it was free. */
export function giveName(part: string, file: string): boolean {
  try {
    linkSync(part, file);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code)) throw error;
    if (existsSync(file)) return false;
    renameSync(part, file);
    return true;
  }
}
