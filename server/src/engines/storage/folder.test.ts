import { appendFile, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describeStorageDriver } from '@hostler/testing/contracts/storage.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderStorage } from './folder.ts';

describeStorageDriver('folder', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hostler-storage-'));
  return {
    driver: createFolderStorage({ dir }),
    async listAll() {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
    corrupt: (key) => appendFile(join(dir, key), 'rot'),
    close: () => rm(dir, { recursive: true }),
  };
});

describe('folder storage', () => {
  let base: string;
  let dir: string;

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'hostler-storage-'));
    dir = join(base, 'backups');
  });
  afterEach(() => rm(base, { recursive: true }));

  it('makes its files and folders unreadable for other users', async () => {
    await createFolderStorage({ dir }).write('account-1/deep/backup.tar', Readable.from(['secret']));
    const modeOf = async (...path: string[]) => ((await stat(join(dir, ...path))).mode & 0o777).toString(8);
    expect(await modeOf('account-1', 'deep', 'backup.tar')).toBe('600');
    for (const folder of [[], ['account-1'], ['account-1', 'deep']]) expect(await modeOf(...folder)).toBe('700');
  });

  it('creates no folder for an object whose source fails', async () => {
    const source = new Readable({ read() {} });
    source.destroy(new Error('dead'));
    await expect(createFolderStorage({ dir }).write('account-1/backup.tar', source)).rejects.toThrow();
    expect((await readdir(dir)).filter((name) => name !== '.incoming')).toEqual([]);
  });

  it('never shows an object before it is complete', async () => {
    const storage = createFolderStorage({ dir });
    const source = Readable.from(
      (async function* () {
        yield 'first half, ';
        await expect(storage.read('backup.tar')).rejects.toMatchObject({ code: 'not_found' });
        yield 'second half';
      })(),
    );
    await storage.write('backup.tar', source);
    expect(await storage.verify('backup.tar')).toMatchObject({ sizeBytes: 23 });
  });

  it('lets the later of two writes to one key succeed, and the earlier one fail', async () => {
    const storage = createFolderStorage({ dir });
    const sleeper = new Readable({ read() {} });
    sleeper.push('of a worker that slept, ');
    const early = storage.write('backup.tar', sleeper).catch((error: unknown) => error);
    await expect.poll(() => readdir(join(dir, '.incoming')).catch(() => [])).toHaveLength(1);
    await storage.write('backup.tar', Readable.from(['of the one that took over']));
    sleeper.push('and woke up');
    sleeper.push(null);
    expect(await early).toMatchObject({ name: 'EngineError', code: 'unreachable' });
    expect((await buffer(await storage.read('backup.tar'))).toString()).toBe('of the one that took over');
    expect(await readdir(join(dir, '.incoming'))).toEqual([]);
  });

  it('lists nothing if its folder does not exist', async () => {
    const seen: string[] = [];
    for await (const { key } of createFolderStorage({ dir }).list()) seen.push(key);
    expect(seen).toEqual([]);
  });

  it('lists the remaining objects if some are removed meanwhile', async () => {
    const storage = createFolderStorage({ dir });
    for (const key of ['a', 'b', 'c']) await storage.write(key, Readable.from([key]));
    const seen: string[] = [];
    for await (const { key } of storage.list()) {
      seen.push(key);
      for (const other of ['a', 'b', 'c']) await storage.remove(other);
    }
    expect(seen).toHaveLength(1);
  });

  it('reports the free space', async () => {
    const { detail } = await createFolderStorage({ dir }).check();
    expect(detail).toMatch(/^\d+(\.\d)? [MGT]iB of \d+(\.\d)? [MGT]iB free$/);
  });

  it('is unreachable if its folder cannot be used', async () => {
    await writeFile(dir, 'a file in the way');
    expect(await createFolderStorage({ dir }).check()).toMatchObject({
      reachable: false,
      detail: expect.any(String),
      advice: `Check that ${dir} is a folder that the user who runs Hostler may write to.`,
    });
    const writing = createFolderStorage({ dir }).write('backup.tar', Readable.from(['content']));
    await expect(writing).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('removes old partial files of killed processes, and nothing newer', async () => {
    const storage = createFolderStorage({ dir });
    await storage.check();
    for (const name of ['abandoned', 'under-way']) await writeFile(join(dir, '.incoming', name), 'half');
    await utimes(join(dir, '.incoming', 'abandoned'), 0, 0);
    await storage.check();
    expect(await readdir(join(dir, '.incoming'))).toEqual(['under-way']);
  });
});
