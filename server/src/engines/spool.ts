import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export interface FileDigest {
  sizeBytes: number;
  sha256: string;
}

/** Asked before so many more bytes are written; throws to end the writing. */
export type Admit = (bytes: number) => Promise<void>;

/** Gathered before it is written: a pipe gives 64 KiB at a time, and each write costs a trip. */
const batchBytes = 1024 * 1024;
const batchPieces = 1024;
/** Sent to the disk while more is coming, so that the end does not wait for all of it. */
const syncEveryBytes = 128 * 1024 * 1024;

/**
 * Writes a stream to a new file that survives a power cut. One batch is on its way to the disk while the next is
 * received and hashed; no more than these two are in memory. (A thread of its own for the hash was tried: it costs
 * more than it saves unless there are processors to spare.)
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
      // Hashed after it was handed on: the disk works meanwhile.
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
    }, ignore); // one that failed stays, to be thrown at the end
  }

  return {
    /** Resolves when the batch before this one is written. */
    async write(batch: readonly Buffer[], length: number): Promise<void> {
      await writing;
      writing = writeAll(file, batch, length);
      writing.catch(ignore); // whoever awaits it still gets the error
      unsynced += length;
      if (unsynced >= syncEveryBytes && !syncing) syncInBackground();
    },
    async finish(): Promise<void> {
      await writing;
      await syncing;
      await file.datasync();
    },
    /** Nothing may be under way when the file is closed. */
    async settle(): Promise<void> {
      await Promise.allSettled([writing, syncing]);
    },
  };
}

async function writeAll(file: FileHandle, batch: readonly Buffer[], length: number): Promise<void> {
  const { bytesWritten } = await file.writev(batch);
  // A disk that is nearly full takes a part; asked to take the rest, it says why it does not.
  if (bytesWritten < length) await file.writeFile(Buffer.concat(batch).subarray(bytesWritten));
}

function ignore(): void {}
