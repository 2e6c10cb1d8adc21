import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../durable-file.ts';

const abandonedAfterMs = 7 * 24 * 60 * 60 * 1000;

export type Incoming = ReturnType<typeof openIncoming>;

/** Where files are until they are complete. A file's name begins with what stands for its key. */
export function openIncoming(dir: string) {
  async function listNames(): Promise<string[]> {
    try {
      return await readdir(dir);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    }
  }

  return {
    dir,

    locate: (key: string) => join(dir, `${prefixOf(key)}${randomUUID()}`),

    /** Whoever is still writing one of these cannot finish it: a file without a name has nothing to be renamed from. */
    async discard(key: string): Promise<void> {
      for (const name of await listNames()) {
        if (name.startsWith(prefixOf(key))) await rm(join(dir, name), { force: true });
      }
    },

    /** Takes away what a killed process left; old enough that nobody can still be writing it. */
    async sweep(): Promise<void> {
      for (const name of await listNames()) {
        const path = join(dir, name);
        const info = await stat(path).catch(() => undefined); // another process may be finishing it right now
        if (info && Date.now() - info.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
      }
    },
  };
}

/** Of one length, so that no key's is the beginning of another's. */
function prefixOf(key: string): string {
  return `${createHash('sha256').update(key).digest('hex').slice(0, 32)}-`;
}
