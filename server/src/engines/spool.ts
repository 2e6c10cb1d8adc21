import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export interface FileDigest {
  sizeBytes: number;
  sha256: string;
}

/** Called before more bytes are written; throws to stop the write. */
export type Admit = (bytes: number) => Promise<void>;

/** Size of a batch: a pipe delivers 64 KiB at a time, and each write costs a round trip to the thread pool. */
const batchBytes = 1024 * 1024;
const batchPieces = 1024;
/** Interval of syncs during the write, so that the end does not wait for all of it. */
const syncEveryBytes = 128 * 1024 * 1024;

/**
 * Writes a stream to a new file that survives a power cut. While one batch is written, the next is received and hashed;
 * only these two are in memory. (A separate thread for the hash was tried: it costs more than it saves unless there are
 * idle processors.)
 */
export async function spool(source: Readable, path: string, admit?: Admit): Promise<FileDigest> {
  const file = await open(path, 'wx', 0o600);
  const writer = createBatchWriter(file);
  try {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    let batch: Buffer[] = [];
    let gathered = 0;
    const flush = async () => {
      await admit?.(gathered);
      await writer.write(batch, gathered);
      [batch, gathered] = [[], 0];
    };
    for await (const chunk of source) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
      batch.push(bytes);
      gathered += bytes.length;
      sizeBytes += bytes.length;
      if (gathered >= batchBytes || batch.length >= batchPieces) await flush();
      // Hash after the write was started, so that both run in parallel.
      hash.update(bytes);
    }
    if (gathered > 0) await flush();
    await writer.finish();
    return { sizeBytes, sha256: hash.digest('hex') };
  } finally {
    await writer.settle();
    await file.close();
  }
}

function createBatchWriter(file: FileHandle) {
  let writing: Promise<void> = Promise.resolve();
  let syncing: Promise<void> | undefined;
  let unsynced = 0;

  function syncInBackground(): void {
    unsynced = 0;
    syncing = file.datasync();
    syncing.then(() => {
      syncing = undefined;
    }, ignore); // a failed sync stays, to be thrown at the end
  }

  return {
    /** Resolves when the previous batch is written. */
    async write(batch: readonly Buffer[], length: number): Promise<void> {
      await writing;
      writing = writeAll(file, batch, length);
      writing.catch(ignore); // the caller that awaits it still gets the error
      unsynced += length;
      if (unsynced >= syncEveryBytes && !syncing) syncInBackground();
    },
    async finish(): Promise<void> {
      await writing;
      await syncing;
      await file.datasync();
    },
    /** Waits until no write is in progress, before the file is closed. */
    async settle(): Promise<void> {
      await Promise.allSettled([writing, syncing]);
    },
  };
}

async function writeAll(file: FileHandle, batch: readonly Buffer[], length: number): Promise<void> {
  const { bytesWritten } = await file.writev(batch);
  // A nearly full disk accepts only a part; writing the rest throws the reason.
  if (bytesWritten < length) await file.writeFile(Buffer.concat(batch).subarray(bytesWritten));
}

function ignore(): void {}
