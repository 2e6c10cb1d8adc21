import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** Larger archives need ZIP64, which not every program reads. */
const MOST_BYTES = 0xffff_ffff;
const VERSION = 20;
/** Names are UTF-8. Sizes follow the data, because they are unknown before. */
const FLAGS = 0x0808;
const DEFLATED = 8;

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  size: number;
  packed: number;
}

/** Writes a ZIP archive as a stream. Keeps only one small record per entry in memory. */
export class ZipWriter {
  readonly #write: (bytes: Buffer) => Promise<unknown>;
  readonly #entries: Entry[] = [];
  #written = 0;

  constructor(write: (bytes: Buffer) => Promise<unknown>) {
    this.#write = write;
  }

  async add(name: string, texts: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const entry: Entry = { name: Buffer.from(name), offset: this.#written, crc: 0, size: 0, packed: 0 };
    const head = record(0x04034b50, [VERSION, FLAGS, DEFLATED, 0, DOS_DATE]);
    await this.#put(head, sizes(entry, false), lengths(entry), entry.name);
    await pipeline(
      async function* () {
        for await (const text of texts) {
          const bytes = Buffer.from(text);
          entry.crc = crc32(bytes, entry.crc);
          entry.size += bytes.length;
          yield bytes;
        }
      },
      createDeflateRaw(),
      (packed: AsyncIterable<Buffer>) => this.#pack(packed, entry),
    );
    await this.#put(signature(0x08074b50), sizes(entry, true));
    this.#entries.push(entry);
  }

  /** Writes the central directory, which ends the archive. */
  async finish(): Promise<void> {
    const start = this.#written;
    for (const entry of this.#entries) {
      const head = record(0x02014b50, [VERSION, VERSION, FLAGS, DEFLATED, 0, DOS_DATE]);
      await this.#put(head, sizes(entry, true), lengths(entry), centralTail(entry), entry.name);
    }
    const count = this.#entries.length;
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(count, 8);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(this.#written - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#put(end);
  }

  async #pack(packed: AsyncIterable<Buffer>, entry: Entry): Promise<void> {
    for await (const chunk of packed) {
      entry.packed += chunk.length;
      await this.#put(chunk);
    }
  }

  async #put(...parts: readonly Buffer[]): Promise<void> {
    const bytes = Buffer.concat(parts);
    this.#written += bytes.length;
    if (this.#written > MOST_BYTES) throw new Error('The archive would be larger than 4 GiB.');
    await this.#write(bytes);
  }
}

/** 1 January 1980: the entries contain their own dates. */
const DOS_DATE = 0x21;

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function record(kind: number, fields: readonly number[]): Buffer {
  const bytes = Buffer.alloc(fields.length * 2);
  for (const [index, field] of fields.entries()) bytes.writeUInt16LE(field, index * 2);
  return Buffer.concat([signature(kind), bytes]);
}

function sizes({ crc, packed, size }: Entry, known: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  if (!known) return bytes;
  bytes.writeUInt32LE(crc, 0);
  bytes.writeUInt32LE(packed, 4);
  bytes.writeUInt32LE(size, 8);
  return bytes;
}

function lengths({ name }: Entry): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(name.length, 0);
  return bytes;
}

/** No comment, one disk, no attributes, then the offset of the entry. */
function centralTail({ offset }: Entry): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.writeUInt32LE(offset, 10);
  return bytes;
}
