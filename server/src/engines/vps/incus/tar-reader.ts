const blockBytes = 512;
/** Longer than any path, and than the attributes that the engines write with it. */
const longestNote = 2 ** 20;

const zeros = Buffer.alloc(blockBytes);

export interface TarEntry {
  path: string;
  size: number;
}

/**
 * Parses a tar archive chunk by chunk without keeping it, and reports its entries. Throws if it is not a tar archive.
 */
export class TarReader {
  readonly #tell: (entry: TarEntry) => void;
  /** Rest of the last chunk: less than a header, or an incomplete extended header. */
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of the current entry to skip, with padding. */
  #skip = 0;
  #zeroBlocks = 0;
  /** Extended header for the next entry, being read. */
  #note: { type: string; size: number } | undefined;
  #next: Partial<TarEntry> = {};

  constructor(tell: (entry: TarEntry) => void) {
    this.#tell = tell;
  }

  /** Two empty blocks end an archive; otherwise it is truncated. */
  get isWhole(): boolean {
    return this.#zeroBlocks >= 2;
  }

  push(chunk: Buffer): void {
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    for (;;) {
      const passed = Math.min(this.#skip, data.length);
      this.#skip -= passed;
      data = data.subarray(passed);
      const needed = this.#note ? pad(this.#note.size) : blockBytes;
      if (this.#skip > 0 || data.length < needed) break;
      const part = data.subarray(0, needed);
      data = data.subarray(needed);
      if (this.#note) this.#readNote(part.subarray(0, this.#note.size), this.#note.type);
      else this.#readHeader(part);
    }
    this.#rest = Buffer.from(data);
  }

  #readHeader(block: Buffer): void {
    if (block.equals(zeros)) {
      this.#zeroBlocks += 1;
      return;
    }
    if (this.isWhole) throw new Error('The archive has data after its end.');
    this.#zeroBlocks = 0;
    checkSum(block);
    const type = String.fromCharCode(block[156] ?? 0);
    const size = this.#next.size ?? readNumber(block.subarray(124, 136));
    if (type === 'x' || type === 'L') {
      if (size > longestNote) throw new Error('A note in the archive is too long.');
      this.#note = { type, size };
      return;
    }
    // Links, folders and devices have no content, whatever their size field says.
    this.#skip = /[1-6]/.test(type) ? 0 : pad(size);
    if (type === 'g' || type === 'K') return;
    this.#tell({ path: this.#next.path ?? readPath(block), size });
    this.#next = {};
  }

  #readNote(content: Buffer, type: string): void {
    this.#note = undefined;
    if (type === 'L') this.#next.path = readText(content);
    else Object.assign(this.#next, readPaxRecords(content));
  }
}

function pad(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes;
}

function checkSum(block: Buffer): void {
  let sum = 0;
  for (let i = 0; i < blockBytes; i++) sum += i >= 148 && i < 156 ? 32 : (block[i] ?? 0);
  if (sum !== readNumber(block.subarray(148, 156))) throw new Error('A header of the archive is damaged.');
}

/** Octal digits, or a binary number marked by the first bit. */
function readNumber(field: Buffer): number {
  const first = field[0] ?? 0;
  const value =
    first >= 0x80
      ? field.subarray(1).reduce((sum, byte) => sum * 256 + byte, first & 0x7f)
      : Number.parseInt(readText(field).trim() || '0', 8);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error('A number in the archive is damaged.');
  return value;
}

function readPath(block: Buffer): string {
  const prefix = block.subarray(257, 262).toString() === 'ustar' ? readText(block.subarray(345, 500)) : '';
  const name = readText(block.subarray(0, 100));
  return prefix === '' ? name : `${prefix}/${name}`;
}

function readText(field: Buffer): string {
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? field.length : end).toString();
}

/**
 * Parses records `<length> <key>=<value>
 * `; values may be binary.
 */
function readPaxRecords(content: Buffer): Partial<TarEntry> {
  const found: Partial<TarEntry> = {};
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const length = Number(content.subarray(at, space).toString());
    const equals = content.indexOf(0x3d, space);
    if (space === -1 || equals === -1 || !(length > 0)) throw new Error('A note in the archive is damaged.');
    const key = content.subarray(space + 1, equals).toString();
    const value = content.subarray(equals + 1, at + length - 1).toString();
    if (key === 'path') found.path = value;
    if (key === 'size') found.size = Number(value);
    at += length;
  }
  return found;
}
