import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../durable-file.ts';

const abandonedAfterMs = 7 * 24 * 60 * 60 * 1000;

export type Incoming = ReturnType<typeof openIncoming>;

/** Folder of incomplete files. Each name begins with a hash of its key. */
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

    /** Deletes incomplete files of a key. A writer of such a file cannot complete it, because its rename fails. */
    async discard(key: string): Promise<void> {
      for (const name of await listNames()) {
        if (name.startsWith(prefixOf(key))) await rm(join(dir, name), { force: true });
      }
    },

    /** Deletes files of killed processes that are too old to be still written. */
    async sweep(): Promise<void> {
      for (const name of await listNames()) {
        const path = join(dir, name);
        const info = await stat(path).catch(() => undefined); // another process may be finishing it right now
        if (info && Date.now() - info.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
      }
    },
  };
}

/** Fixed length, so that no prefix is the beginning of another. */
function prefixOf(key: string): string {
  return `${createHash('sha256').update(key).digest('hex').slice(0, 32)}-`;
}
