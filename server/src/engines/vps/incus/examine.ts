import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EngineError } from '../../engine.ts';
import { ArchiveCheck } from './archive-check.ts';

/** Reads an export to its end. */
export async function examineArchive(source: Readable, signal?: AbortSignal): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  try {
    await pipeline(source, new ArchiveCheck(), nowhere, signal ? { signal } : {});
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof EngineError) throw error;
    throw new EngineError('unreachable', 'The backup could not be read.', { cause: error });
  }
}
