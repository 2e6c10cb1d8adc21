import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { hasCode, makeFolder, withSource, writeDurably } from '../durable-file.ts';
import { EngineError, type OperationOptions } from '../engine.ts';
import type { StorageDriver, StoredObject } from './driver.ts';

const keyPattern = /^(?=.{1,500}$)[a-z0-9][a-z0-9._-]{0,199}(?:\/[a-z0-9][a-z0-9._-]{0,199})*$/i;
const abandonedAfterMs = 7 * 24 * 60 * 60 * 1000;

/** Backups as files below a folder, which may be on storage that several machines share. */
export function createFolderStorage(options: { dir: string }): StorageDriver {
  const { dir } = options;
  // No key begins with a dot, so no key can name what is in here.
  const incomingDir = join(dir, '.incoming');

  const storage: StorageDriver = {
    async check() {
      try {
        await makeFolder(incomingDir);
        await removeAbandoned(incomingDir);
        const probe = join(incomingDir, randomUUID());
        await writeDurably(probe, 'probe');
        await rm(probe);
        const { bavail, bsize } = await statfs(dir);
        return { reachable: true, version: 'folder', detail: `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB free` };
      } catch (error) {
        return { reachable: false, version: null, detail: error instanceof Error ? error.message : null };
      }
    },

    write: (key, source, operation = {}) =>
      withSource(source, () =>
        translateErrors(operation, () => {
          const partial = join(incomingDir, randomUUID());
          return writeDurably(locate(dir, key), source, { ...operation, partial });
        }),
      ),

    read: (key, operation = {}) =>
      translateErrors(operation, async () => {
        operation.signal?.throwIfAborted();
        // Opened here and not by the stream, so that a missing file is this call's error.
        const file = await open(locate(dir, key), 'r').catch((error: unknown) => {
          if (!hasCode(error, 'ENOENT')) throw error;
          throw new EngineError('not_found', 'The backup file does not exist.', { cause: error });
        });
        return file.createReadStream({ highWaterMark: 256 * 1024, ...operation });
      }),

    async verify(key, operation = {}) {
      const stream = await storage.read(key, operation);
      return translateErrors(operation, () => digest(stream));
    },

    remove: (key) => translateErrors({}, () => rm(locate(dir, key), { force: true })),
  };
  return storage;
}

async function digest(source: Readable): Promise<StoredObject> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** What a killed process left half-written; old enough that nobody can still be writing it. */
async function removeAbandoned(incomingDir: string): Promise<void> {
  for (const name of await readdir(incomingDir)) {
    const path = join(incomingDir, name);
    const info = await stat(path).catch(() => undefined); // another process may be finishing it right now
    if (info && Date.now() - info.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
  }
}

function locate(dir: string, key: string): string {
  if (!keyPattern.test(key)) throw new EngineError('refused', 'The name of the backup file is not valid.');
  return join(dir, key);
}

async function translateErrors<T>({ signal }: OperationOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof EngineError) throw error;
    if (hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')) {
      throw new EngineError('refused', 'The backup storage is full.', { cause: error });
    }
    throw new EngineError('unreachable', 'The backup storage is not available at the moment.', { cause: error });
  }
}
