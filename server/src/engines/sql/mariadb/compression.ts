import { pipeline, Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { damaged } from '../failure.ts';
import { explainSource } from '../tool-process.ts';

/** Zstandard at level 1 is as fast as the server, and compresses SQL as well as gzip. */
const settings = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function compress(content: AsyncIterable<Buffer>): Readable {
  const packed = createZstdCompress(settings);
  // An error of the content reaches the reader through `packed`.
  pipeline(Readable.from(content, { objectMode: false }), packed, () => {});
  return packed;
}

/** Refuses a truncated or foreign source; an error of the source itself is passed on. */
export async function* decompress(source: Readable): AsyncGenerator<Buffer> {
  const content = createZstdDecompress();
  pipeline(source, content, () => {});
  try {
    yield* content;
  } catch (error) {
    throw isZlibError(error) ? damaged(error) : explainSource(error);
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ZSTD_)/.test(String(error.code));
}
