import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '#kernel/bytes.ts';
import { hasCode, makeFolder, removeDurably, withSource, writeDurably } from '../durable-file.ts';
import { EngineError, type EngineHealth, type OperationOptions } from '../engine.ts';
import type { StorageDriver } from './driver.ts';
import { guardSpace, measureSpace } from './free-space.ts';
import { type Incoming, openIncoming } from './incoming.ts';
import { listObjects } from './listing.ts';
import { readBack } from './read-back.ts';

const keyPattern = /^(?=.{1,500}$)[a-z0-9][a-z0-9._-]{0,199}(?:\/[a-z0-9][a-z0-9._-]{0,199})*$/i;

/** Stores backups as files in a folder, which may be on storage that several machines share. */
export function createFolderStorage(options: { dir: string }): StorageDriver {
  const { dir } = options;
  // No key begins with a dot, so no key can name a file in here.
  const incoming = openIncoming(join(dir, '.incoming'));

  const storage: StorageDriver = {
    check: () => checkFolder(dir, incoming),

    requireRoom: (bytes) =>
      translateErrors({}, async () => {
        await makeFolder(dir);
        await guardSpace(dir).expect(bytes);
      }),

    write: (key, source, operation = {}) =>
      withSource(source, () =>
        translateErrors(operation, async () => {
          const path = locate(dir, key);
          await makeFolder(dir);
          const space = guardSpace(dir);
          await space.expect(operation.expectedBytes ?? 0);
          // An earlier attempt may have died with its process, or be suspended: it must neither use space nor complete
          // later.
          await incoming.discard(key);
          return writeDurably(path, source, { ...operation, partial: incoming.locate(key), admit: space.admit });
        }),
      ),

    read: (key, operation = {}) =>
      translateErrors(operation, async () => {
        operation.signal?.throwIfAborted();
        // Opened here and not by the stream, so that this call throws if the file is missing.
        const file = await open(locate(dir, key), 'r').catch((error: unknown) => {
          if (!hasCode(error, 'ENOENT')) throw error;
          throw new EngineError('not_found', 'The backup file does not exist.', { cause: error });
        });
        return file.createReadStream({ highWaterMark: 256 * 1024, signal: operation.signal ?? undefined });
      }),

    async verify(key, operation = {}) {
      const stream = await storage.read(key, operation);
      return translateErrors(operation, () => readBack(stream, operation.examine));
    },

    remove: (key) =>
      translateErrors({}, async () => {
        const path = locate(dir, key);
        await incoming.discard(key);
        await removeDurably(path);
      }),

    async *list() {
      try {
        yield* listObjects(dir);
      } catch (error) {
        throw translate(error);
      }
    },
  };
  return storage;
}

async function checkFolder(dir: string, incoming: Incoming): Promise<EngineHealth> {
  try {
    await makeFolder(incoming.dir);
    await incoming.sweep();
    const { totalBytes, freeBytes, reserveBytes, isLow } = await measureSpace(dir);
    const advice = `Make room in ${dir}: with less than ${formatBytes(reserveBytes)} free no backup is taken.`;
    const health = {
      version: 'folder',
      detail: `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} free`,
      advice: isLow ? advice : null,
    };
    // Without space no test write is possible, but existing backups can still be read.
    if (freeBytes <= reserveBytes) return { ...health, reachable: true };
    const probe = join(incoming.dir, randomUUID());
    await writeDurably(probe, 'probe');
    await rm(probe);
    return { ...health, reachable: true };
  } catch (error) {
    const detail = error instanceof Error ? error.message : null;
    const advice = `Check that ${dir} is a folder that the user who runs Hostler may write to.`;
    return { reachable: false, version: null, detail, advice };
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
    throw translate(error);
  }
}

function translate(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')) {
    return new EngineError('refused', 'The backup storage is full.', { cause: error });
  }
  return new EngineError('unreachable', 'The backup storage is not available at the moment.', { cause: error });
}
