import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArchiveCheck } from './archive-check.ts';
import { examineArchive } from './examine.ts';
import { type TarEntry, TarReader } from './tar-reader.ts';

describe('an archive', () => {
  let folder: string;
  let whole: Buffer;
  const longPath = `backup/container/rootfs/${'very-long-folder-name/'.repeat(12)}file`;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hostler-archive-'));
    const root = join(folder, 'backup/container/rootfs');
    mkdirSync(join(folder, longPath, '..'), { recursive: true });
    writeFileSync(join(folder, 'backup/index.yaml'), 'name: vps-1\n');
    writeFileSync(join(root, 'small'), 'x');
    writeFileSync(join(root, 'large'), Buffer.alloc(200_000, 'data'));
    writeFileSync(join(folder, longPath), 'deep');
    chmodSync(join(root, 'small'), 0o4755);
    whole = await pack('--format=gnu', 'backup');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function pack(...args: string[]): Promise<Buffer> {
    const { stdout } = await promisify(execFile)('tar', ['-C', folder, '-cf', '-', ...args], {
      encoding: 'buffer',
      maxBuffer: 2 ** 26,
    });
    return stdout;
  }
  const examine = (...chunks: Buffer[]) => examineArchive(Readable.from(chunks));
  const refused = { name: 'EngineError', code: 'refused' };

  it.each(['gnu', 'pax', 'ustar'])('is read in the format %s, in chunks of any size', async (format) => {
    const archive = await pack(`--format=${format}`, ...(format === 'ustar' ? ['--exclude=very*'] : []), 'backup');
    for (const size of [1, 7, 511, 512, 513, 65_536]) {
      const entries: TarEntry[] = [];
      const reader = new TarReader((entry) => entries.push(entry));
      for (let at = 0; at < archive.length; at += size) reader.push(archive.subarray(at, at + size));
      expect(reader.isWhole).toBe(true);
      expect(entries).toContainEqual({ path: 'backup/container/rootfs/large', size: 200_000 });
      if (format !== 'ustar') expect(entries).toContainEqual({ path: longPath, size: 4 });
    }
  });

  it('is passed on unchanged if it is complete, compressed or not', async () => {
    await examine(whole);
    await examine(gzipSync(whole));
    await examine(zstdCompressSync(whole));
    const packed = zstdCompressSync(whole);
    const pieces = Array.from({ length: 50 }, (_, i) => packed.subarray(i * 997, i === 49 ? undefined : (i + 1) * 997));
    expect(await buffer(Readable.from(pieces).pipe(new ArchiveCheck()))).toEqual(packed);
  });

  it('is refused if it is truncated anywhere', async () => {
    const data = whole.subarray(0, whole.length - 9_000);
    for (const end of [0, 3, 100, 512, 1024, 5_000, 100_000, data.length, Math.floor(whole.length / 2 / 512) * 512]) {
      await expect(examine(whole.subarray(0, end))).rejects.toMatchObject(refused);
    }
    for (const packed of [gzipSync(whole), zstdCompressSync(whole)]) {
      for (const share of [0.1, 0.5, 0.99]) {
        const part = packed.subarray(0, Math.floor(packed.length * share));
        await expect(examine(part)).rejects.toMatchObject(refused);
      }
    }
  });

  it('is refused if a header or the compressed data is damaged', async () => {
    const damaged = Buffer.from(whole);
    damaged[10] = 0x58;
    await expect(examine(damaged)).rejects.toMatchObject(refused);
    const packed = gzipSync(whole);
    packed[Math.floor(packed.length / 2)] = (packed[Math.floor(packed.length / 2)] ?? 0) ^ 0xff;
    await expect(examine(packed)).rejects.toMatchObject(refused);
  });

  it('is refused without an index or without a disk', async () => {
    await expect(examine(await pack('backup/index.yaml'))).rejects.toMatchObject(refused);
    await expect(examine(await pack('backup/container'))).rejects.toMatchObject(refused);
  });

  it('fails with a retryable error if its source fails', async () => {
    const source = Readable.from(
      (async function* () {
        yield whole.subarray(0, 2048);
        throw new Error('the line is dead');
      })(),
    );
    await expect(examineArchive(source)).rejects.toMatchObject({ name: 'EngineError', code: 'unreachable' });
  });

  it('rejects with the abort reason', async () => {
    const reason = new Error('given up');
    await expect(examineArchive(Readable.from([whole]), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('is streamed at the speed of its reader, and never held in memory as a whole', async () => {
    const header = whole.subarray(0, 512);
    const check = new ArchiveCheck();
    check.write(header);
    let written = 0;
    while (check.write(Buffer.alloc(65_536)) && written < 2 ** 26) written += 65_536;
    expect(written).toBeLessThan(2 ** 22);
    check.on('error', () => {});
    check.destroy();
    await expect(pipeline(Readable.from([whole]), check)).rejects.toThrow();
  });
});
