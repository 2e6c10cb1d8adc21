import { open } from 'node:fs/promises';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { writeDurably } from '../durable-file.ts';
import { EngineError, type OperationOptions } from '../engine.ts';

/** Streams a file as gzip. Its checksum and length let `unpackArchive` detect a truncated archive. */
export async function packArchive(path: string, { signal }: OperationOptions = {}): Promise<Readable> {
  // The open file is the snapshot: content is replaced by renaming, so later changes are not visible in it.
  const file = await open(path, 'r');
  const packed = createGzip();
  if (signal) addAbortSignal(signal, packed);
  pipeline(file.createReadStream(), packed, () => {}); // an error reaches the reader through `packed`
  return packed;
}

/** Reads an archive to its end; refuses a truncated or foreign one. */
export async function examineArchive(source: Readable, { signal }: OperationOptions = {}): Promise<void> {
  const content = createGunzip();
  if (signal) addAbortSignal(signal, content);
  pipeline(source, content, () => {}); // an error of the source reaches us through `content`
  try {
    for await (const _ of content);
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw new EngineError('refused', 'The backup is damaged.', { cause: error });
  }
}

/** Writes the content of an archive to a file. Refuses a truncated or foreign archive and leaves no file. */
export async function unpackArchive(source: Readable, path: string, options: OperationOptions = {}): Promise<void> {
  const content = createGunzip();
  pipeline(source, content, () => {}); // an error of the source reaches us through `content`
  try {
    await writeDurably(path, content, options);
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw new EngineError('refused', 'The backup is damaged and was not restored.', { cause: error });
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
