import { crc32, deflateSync } from 'node:zlib';

interface PngOptions {
  readonly width?: number;
  readonly height?: number;
  /** Colour type of the format: 2 is colour, 6 is colour with transparency. */
  readonly colour?: 2 | 6;
  readonly depth?: number;
  readonly interlacing?: number;
  /** Further parts between the header and the pixels. */
  readonly parts?: readonly Buffer[];
  /** Pixels with the filter of each row, if they differ from one plain colour. */
  readonly rows?: Buffer;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Returns a PNG file in one colour. */
export function makePng({ width = 120, height = 40, colour = 6, ...options }: PngOptions = {}): Buffer {
  const { depth = 8, interlacing = 0, parts = [] } = options;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, interlacing], 8);
  const pixel = colour === 6 ? [0x1a, 0x6b, 0x54, 0xff] : [0x1a, 0x6b, 0x54];
  const row = [0, ...Array.from({ length: width }, () => pixel).flat()];
  const rows = options.rows ?? Buffer.from(Array.from({ length: height }, () => row).flat());
  return Buffer.concat([
    SIGNATURE,
    makePart('IHDR', head),
    ...parts,
    makePart('IDAT', deflateSync(rows)),
    makePart('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a part of a PNG file with its length and checksum. */
export function makePart(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
