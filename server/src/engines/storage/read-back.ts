import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import type { StoredObject } from './driver.ts';

export type Examine = (source: Readable) => Promise<void>;

/** Reads a stream once to its end: hashes it, and passes the same bytes to `examine`. */
export async function readBack(source: Readable, examine?: Examine): Promise<StoredObject> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const examination = examine && beginExamination(examine);
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await examination?.give(chunk);
    }
    await examination?.end();
    return { sizeBytes, sha256: hash.digest('hex') };
  } catch (error) {
    await examination?.abandon(error);
    throw error;
  }
}

function beginExamination(examine: Examine) {
  const copy = new PassThrough({ highWaterMark: 1024 * 1024 });
  copy.on('error', () => {}); // the reader of the copy still gets the error
  let verdict: { error: unknown } | undefined;
  // An examination that stops reading must not block the stream.
  const ended = examine(copy)
    .catch((error: unknown) => {
      verdict = { error };
    })
    .finally(() => copy.destroy());

  const throwVerdict = () => {
    if (verdict) throw verdict.error;
  };

  return {
    async give(chunk: Buffer): Promise<void> {
      throwVerdict();
      if (!copy.destroyed && !copy.write(chunk)) await untilReady(copy);
    },
    async end(): Promise<void> {
      copy.end();
      await ended;
      throwVerdict();
    },
    /** Ends the examination. */
    async abandon(error: unknown): Promise<void> {
      copy.destroy(error instanceof Error ? error : undefined);
      await ended;
    },
  };
}

/** Resolves when the stream accepts more, or is closed. */
function untilReady(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const ready = () => {
      stream.off('drain', ready);
      stream.off('close', ready);
      resolve();
    };
    stream.on('drain', ready);
    stream.on('close', ready);
  });
}
