import { deflateSync } from 'node:zlib';
import { makePart, makePng } from '@hostler/testing/png.ts';
import { describe, expect, it } from 'vitest';
import { rewritePng } from './png.ts';

const SCRIPT = '<script>alert(1)</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

describe('an uploaded image', () => {
  it('is written again with the same pixels', async () => {
    const made = await rewritePng(makePng({ width: 30, height: 20 }));
    expect(made).toMatchObject({ width: 30, height: 20 });
    expect(await rewritePng(made.bytes)).toEqual(made);
  });

  it('loses everything but its pixels', async () => {
    const note = makePart('tEXt', Buffer.from(`Comment\0${SCRIPT}`));
    const polyglot = Buffer.concat([makePng({ parts: [note] }), Buffer.from(`PK\x03\x04${SCRIPT}`)]);
    const { bytes } = await rewritePng(polyglot);
    expect(bytes).toEqual((await rewritePng(makePng())).bytes);
    expect(bytes.includes('script')).toBe(false);
  });

  it('may have a palette', async () => {
    const head = Buffer.from([0, 0, 0, 2, 0, 0, 0, 1, 8, 3, 0, 0, 0]);
    const parts = [
      makePart('IHDR', head),
      makePart('PLTE', Buffer.from([255, 0, 0, 0, 0, 255])),
      makePart('tRNS', Buffer.from([255, 0])),
      makePart('IDAT', deflateSync(Buffer.from([0, 0, 1]))),
      makePart('IEND', Buffer.alloc(0)),
    ];
    const file = (wanted: Buffer[]) => Buffer.concat([makePng().subarray(0, 8), ...wanted]);
    const { bytes } = await rewritePng(file(parts));
    expect([bytes.includes('PLTE'), bytes.includes('tRNS')]).toEqual([true, true]);
    await expect(rewritePng(file(parts.filter((part) => !part.includes('PLTE'))))).rejects.toThrow('damaged');
  });

  const png = makePng();
  it.each([
    ['an SVG with a script', Buffer.from(SVG), /must be a PNG image\. SVG, JPEG/],
    ['an SVG before a PNG', Buffer.concat([Buffer.from(SVG), png]), /must be a PNG image/],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /must be a PNG image/],
    ['an empty file', Buffer.alloc(0), /must be a PNG image/],
    ['a file of 50 MB', Buffer.concat([png, Buffer.alloc(50 * 1024 * 1024)]), /at most 256 KB/],
    ['too many pixels', makePng({ width: 1025, height: 1 }), /at most 1024 × 1024 pixels; it has 1025 × 1/],
    ['a bomb', makePng({ rows: Buffer.alloc(64 * 1024 * 1024) }), /damaged/],
    ['too few pixels', makePng({ rows: Buffer.alloc(10) }), /damaged/],
    ['an unknown filter', makePng({ rows: Buffer.alloc(40 * 481, 9) }), /damaged/],
    ['16 bits', makePng({ depth: 16 }), /8 bits per channel/],
    ['interlacing', makePng({ interlacing: 1 }), /no interlacing/],
    ['half a file', png.subarray(0, png.length - 20), /damaged/],
    ['a changed byte', Buffer.from(png).fill(1, 20, 21), /damaged/],
    ['two headers', makePng({ parts: [makePart('IHDR', Buffer.alloc(13))] }), /damaged/],
  ])('is refused: %s', async (_name, file, message) => {
    await expect(rewritePng(file)).rejects.toThrow(message);
  });
});
