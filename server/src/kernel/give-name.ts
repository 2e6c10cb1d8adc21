import { existsSync, linkSync, renameSync } from 'node:fs';

/** Error codes of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Publishes a complete file under its final name without overwriting. Returns whether the name was free. */
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
