import { Readable } from 'node:stream';

export interface ZipEntry {
  readonly name: string;
  readonly texts: AsyncIterable<string>;
}

/**
 * Writes a ZIP archive as a stream. Reads one entry at a time, and only as fast as `write` takes the bytes. Throws if an
 * entry or `write` fails.
 */
export async function writeZip(
  entries: readonly ZipEntry[],
  write: (bytes: Buffer) => Promise<unknown>,
): Promise<void> {
  // Few processes ever write an archive.
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let source: Readable | undefined;
  for (const { name, texts } of entries) {
    // The entries contain their own dates.
    zip.addReadStreamLazy(name, { mtime: new Date(0), forceDosTimestamp: true }, (begin) => {
      source = Readable.from(texts);
      // The library does not pass on an error of the source, and the archive would never end.
      source.once('error', (error) => output.destroy(error));
      begin(null, source);
    });
  }
  zip.end();
  try {
    for await (const bytes of output as AsyncIterable<Buffer>) await write(bytes);
  } finally {
    source?.destroy();
  }
}
