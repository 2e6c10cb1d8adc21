import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';

const unpack = promisify(inflate);
const pack = promisify(deflate);

export const IMAGE_BOUNDS = { bytes: 256 * 1024, side: 1024 } as const;

/** The file is not an image that can be used. The message completes a sentence about the file. */
export class ImageProblem extends Error {}

export interface PngImage {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples per pixel by colour type: grey, colour, palette, grey with alpha, colour with alpha. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
const DAMAGED = 'is damaged. Export the image again as PNG.';

/**
 * Checks a PNG file and writes it again: its pixels are unpacked and packed, and only they are kept, with the palette.
 * Texts, profiles, unknown parts and bytes before or after the image are dropped. Throws `ImageProblem`.
 */
export async function rewritePng(file: Buffer): Promise<PngImage> {
  if (file.length > IMAGE_BOUNDS.bytes) {
    throw new ImageProblem(`must have at most ${IMAGE_BOUNDS.bytes / 1024} KB.`);
  }
  if (!file.subarray(0, 8).equals(SIGNATURE)) {
    throw new ImageProblem('must be a PNG image. SVG, JPEG and other formats are not accepted: export it as PNG.');
  }
  const parts = readParts(file);
  const head = readHead(parts);
  const palette = findOnly(parts, 'PLTE');
  const transparency = findOnly(parts, 'tRNS');
  const isPaletteWrong = palette ? palette.length % 3 !== 0 || palette.length > 768 : head.colour === PALETTE;
  if (isPaletteWrong || (transparency?.length ?? 0) > 256) throw new ImageProblem(DAMAGED);
  const rows = await unpackRows(parts, head);
  return {
    width: head.width,
    height: head.height,
    bytes: Buffer.concat([
      SIGNATURE,
      writePart('IHDR', head.bytes),
      ...(palette ? [writePart('PLTE', palette)] : []),
      ...(transparency ? [writePart('tRNS', transparency)] : []),
      writePart('IDAT', await pack(rows, { level: 9 })),
      writePart('IEND', Buffer.alloc(0)),
    ]),
  };
}

interface Part {
  readonly name: string;
  readonly data: Buffer;
}

/** Reads up to the end of the image. Everything after it is ignored. */
function readParts(file: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) break;
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) break;
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') return parts;
    parts.push({ name, data: file.subarray(at + 8, end) });
    at = end + 4;
  }
  throw new ImageProblem(DAMAGED);
}

function readHead(parts: readonly Part[]) {
  const bytes = findOnly(parts, 'IHDR');
  if (!bytes || parts[0]?.name !== 'IHDR' || bytes.length !== 13) throw new ImageProblem(DAMAGED);
  const [width, height] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
  const [depth = 0, colour = 0, compression, filter, interlacing] = bytes.subarray(8);
  const samples = SAMPLES[colour];
  if (samples === undefined || compression !== 0 || filter !== 0 || !width || !height) throw new ImageProblem(DAMAGED);
  const { side } = IMAGE_BOUNDS;
  if (width > side || height > side) {
    throw new ImageProblem(`must have at most ${side} × ${side} pixels; it has ${width} × ${height}.`);
  }
  if (depth !== 8 || interlacing !== 0) {
    throw new ImageProblem(
      'must have 8 bits per channel and no interlacing. Export the image again with these options.',
    );
  }
  return { bytes, width, height, colour, rowBytes: 1 + width * samples };
}

/** Unpacks no more than the size of the image allows. */
async function unpackRows(
  parts: readonly Part[],
  { rowBytes, height }: { rowBytes: number; height: number },
): Promise<Buffer> {
  const packed = Buffer.concat(parts.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  const expected = rowBytes * height;
  const rows = await unpack(packed, { maxOutputLength: expected }).catch(() => Buffer.alloc(0));
  if (rows.length !== expected) throw new ImageProblem(DAMAGED);
  // Each row begins with the number of its filter.
  for (let at = 0; at < rows.length; at += rowBytes) if ((rows[at] ?? 0) > 4) throw new ImageProblem(DAMAGED);
  return rows;
}

function findOnly(parts: readonly Part[], wanted: string): Buffer | undefined {
  const found = parts.filter(({ name }) => name === wanted);
  if (found.length > 1) throw new ImageProblem(DAMAGED);
  return found[0]?.data;
}

function writePart(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const part = Buffer.alloc(named.length + 8);
  part.writeUInt32BE(data.length, 0);
  named.copy(part, 4);
  part.writeUInt32BE(crc32(named), named.length + 4);
  return part;
}
