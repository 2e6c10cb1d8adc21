import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import type { OperationOptions } from './engine.ts';
import { type Admit, type FileDigest, spool } from './spool.ts';

interface WriteOptions extends OperationOptions {
  /** Path of the incomplete file, on the same file system as the final one. */
  partial?: string;
  admit?: Admit;
}

/** Writes a file atomically and durably: after a power cut it is complete, or as it was before. */
export async function writeDurably(
  path: string,
  source: Readable | string | Buffer,
  options: WriteOptions = {},
): Promise<FileDigest> {
  const { signal } = options;
  const partial = options.partial ?? `${path}.${randomUUID()}.part`;
  const stream = source instanceof Readable ? source : Readable.from([source], { objectMode: false });
  try {
    const digest = await withSource(stream, async () => {
      await makeFolder(dirname(partial));
      if (signal) addAbortSignal(signal, stream);
      return await spool(stream, partial, options.admit);
    });
    await makeFolder(dirname(path));
    await rename(partial, path);
    await syncFolder(dirname(path));
    return digest;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Replaces a file with another, durably. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Deletes a file durably: it does not reappear after a power cut. A missing file is fine. */
export async function removeDurably(path: string): Promise<void> {
  try {
    await rm(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  await syncFolder(dirname(path));
}

export async function writeJson(path: string, value: unknown): Promise<void> {
  await writeDurably(path, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Returns undefined if there is no such file. Only this program writes here, and atomically, so the shape is trusted.
 * Reads synchronously: the files are small, and the thread pool would cost the event loop ten times as much.
 */
export async function readJson<T>(path: string): Promise<T | undefined> {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Creates a folder and its missing parents, and syncs each into its own parent. */
export async function makeFolder(path: string): Promise<void> {
  const last = resolve(path);
  const first = await mkdir(last, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let folder = last; folder !== dirname(first); folder = dirname(folder)) await syncFolder(dirname(folder));
}

/**
 * Owns a stream that was opened elsewhere while the work runs. A source that fails early must not crash the process,
 * and one that is not read to its end must be destroyed.
 */
export async function withSource<T>(source: Readable, work: () => Promise<T>): Promise<T> {
  source.on('error', () => {}); // the reader of the stream still gets the error
  try {
    return await work();
  } finally {
    source.destroy();
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
