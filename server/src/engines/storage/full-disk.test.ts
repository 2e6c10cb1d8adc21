import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFolderStorage } from './folder.ts';

const MIB = 2 ** 20;
const run = promisify(execFile);
const FULL = { name: 'EngineError', code: 'refused', message: 'The backup storage is full.' };

/** A real file system of 16 MiB with a reserve of 0.8 MiB. */
describe('folder storage on a file system that gets full', () => {
  let dir: string;
  let mounted: Error | 'yes';

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hostler-full-'));
    const mount = run('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', dir]);
    mounted = await mount.then(
      () => 'yes' as const,
      (error: Error) => error,
    );
  });
  beforeEach(async ({ skip }) => {
    skip(mounted !== 'yes', 'mounting a small file system needs root');
    for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true });
  });
  afterAll(async () => {
    if (mounted === 'yes') await run('umount', [dir]);
    await rm(dir, { recursive: true });
  });

  const free = async () => {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize;
  };
  const listFiles = async () => {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };

  it('refuses a write that is expected to be too large, and accepts one that fits', async () => {
    const storage = createFolderStorage({ dir });
    const write = (expectedBytes: number) => storage.write('backup', Readable.from(['content']), { expectedBytes });
    await expect(write(15.5 * MIB)).rejects.toMatchObject(FULL);
    expect(await listFiles()).toEqual([]);
    expect(await write(15 * MIB)).toMatchObject({ sizeBytes: 7 });
  });

  it('stops a stream that would use the reserved space, removes its data and keeps existing files', async () => {
    const storage = createFolderStorage({ dir });
    await storage.write('kept', Readable.from([randomBytes(4 * MIB)]));
    let least = Number.POSITIVE_INFINITY;
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          yield randomBytes(64 * 1024);
          least = Math.min(least, await free());
        }
      })(),
    );
    await expect(storage.write('endless', endless)).rejects.toMatchObject(FULL);
    expect(endless.destroyed).toBe(true);
    expect(least).toBeGreaterThanOrEqual(0.8 * MIB);
    expect(await listFiles()).toEqual(['kept']);
    expect(await storage.verify('kept')).toMatchObject({ sizeBytes: 4 * MIB });
  });

  it('refuses a write and removes its data if another process fills the disk meanwhile', async () => {
    const storage = createFolderStorage({ dir });
    const source = Readable.from(
      (async function* () {
        yield randomBytes(2 * MIB);
        await writeFile(join(dir, 'something-else'), randomBytes(16 * MIB)).catch(() => {});
        yield randomBytes(2 * MIB);
      })(),
    );
    await expect(storage.write('backup', source)).rejects.toMatchObject(FULL);
    expect(await listFiles()).toEqual(['something-else']);
  });

  it('refuses a write if there is space but no free inode', async () => {
    const storage = createFolderStorage({ dir });
    await storage.write('kept', Readable.from(['content']));
    await run('mount', ['-o', `remount,size=16m,nr_inodes=64`, dir]);
    try {
      const fill = async () => {
        for (let number = 0; number < 64; number++) await writeFile(join(dir, `file-${number}`), '');
      };
      await expect(fill()).rejects.toMatchObject({ code: 'ENOSPC' });
      await expect(storage.write('backup', Readable.from(['content']))).rejects.toMatchObject(FULL);
      expect(await listFiles()).not.toContain('backup');
    } finally {
      await run('mount', ['-o', 'remount,size=16m,nr_inodes=0', dir]);
    }
  });

  it('warns the operator when space is low, and when there is none', async () => {
    const storage = createFolderStorage({ dir });
    expect(await storage.check()).toMatchObject({ reachable: true, advice: null });
    await writeFile(join(dir, 'something-else'), randomBytes(14.8 * MIB));
    const advice = `Make room in ${dir}: with less than 819.2 KiB free no backup is taken.`;
    expect(await storage.check()).toMatchObject({ reachable: true, detail: '1.2 MiB of 16 MiB free', advice });
    await writeFile(join(dir, 'even-more'), randomBytes(2 * MIB)).catch(() => {});
    expect(await storage.check()).toMatchObject({ reachable: true, detail: '0 bytes of 16 MiB free', advice });
  });
});
