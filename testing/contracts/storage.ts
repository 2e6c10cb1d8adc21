import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineError } from '../../server/src/engines/engine.ts';
import type { StorageDriver } from '../../server/src/engines/storage/driver.ts';

/** Provided by the test of a driver. */
export interface StorageHarness {
  driver: StorageDriver;
  /** Returns all objects in the storage, complete or not, by their stored names. */
  listAll(): Promise<string[]>;
  /** Damages the stored bytes without the driver. */
  corrupt(key: string): Promise<void>;
  /** Removes everything the test created. */
  close(): Promise<void>;
}

/** Contract of every storage driver. */
export function describeStorageDriver(title: string, openHarness: () => Promise<StorageHarness>): void {
  describe(`${title}: the storage contract`, () => {
    let harness: StorageHarness;
    let driver: StorageDriver;
    let key: string;

    beforeEach(async () => {
      harness = await openHarness();
      driver = harness.driver;
      key = `account-12/backup-${randomUUID()}.tar`;
    });
    afterEach(() => harness.close());

    const readWhole = async (): Promise<Buffer> => buffer(await driver.read(key));
    const listKeys = () => Readable.from(driver.list()).toArray();

    it('reports that it is reachable', async () => {
      expect(await driver.check()).toMatchObject({ reachable: true });
      expect(await harness.listAll()).toEqual([]);
    });

    it('reads back what was written, with size and checksum', async () => {
      const content = randomBytes(3_000_000);
      const expected = { sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
      expect(await driver.write(key, Readable.from(slice(content)))).toEqual(expected);
      expect(await driver.verify(key)).toEqual(expected);
      expect((await readWhole()).equals(content)).toBe(true);
    });

    it('reads back content that came in many small chunks', async () => {
      const pieces = Array.from({ length: 5_000 }, (_, index) => `${index} `);
      const sha256 = createHash('sha256').update(pieces.join('')).digest('hex');
      expect(await driver.write(key, Readable.from(pieces))).toMatchObject({ sha256 });
      expect((await readWhole()).toString()).toBe(pieces.join(''));
    });

    it('stores an empty stream', async () => {
      expect(await driver.write(key, Readable.from([]))).toMatchObject({ sizeBytes: 0 });
      expect(await driver.verify(key)).toMatchObject({ sizeBytes: 0 });
    });

    it('replaces the content of a key', async () => {
      await driver.write(key, Readable.from(['a longer first version']));
      await driver.write(key, Readable.from(['second']));
      expect((await readWhole()).toString()).toBe('second');
      expect(await harness.listAll()).toHaveLength(1);
    });

    it('detects changed bytes on verification', async () => {
      const written = await driver.write(key, Readable.from(['sound']));
      await harness.corrupt(key);
      expect((await driver.verify(key)).sha256).not.toBe(written.sha256);
    });

    describe('with an examination of the content', () => {
      const content = randomBytes(3_000_000);
      const verify = (examine: (source: Readable) => Promise<void>) => driver.verify(key, { examine });

      it('passes on the verified bytes', async () => {
        const written = await driver.write(key, Readable.from(slice(content)));
        let seen = Buffer.alloc(0);
        const found = await verify(async (source) => {
          seen = await buffer(source);
        });
        expect(found).toEqual(written);
        expect(seen.equals(content)).toBe(true);
      });

      it('throws the error of the examination, whenever it occurs', async () => {
        await driver.write(key, Readable.from(slice(content)));
        const error = new EngineError('refused', 'The backup is damaged.');
        const atOnce = async () => {
          throw error;
        };
        const inTheMiddle = async (source: Readable) => {
          for await (const _ of source) throw error;
        };
        const atTheEnd = async (source: Readable) => {
          await buffer(source);
          throw error;
        };
        for (const examine of [atOnce, inTheMiddle, atTheEnd]) await expect(verify(examine)).rejects.toBe(error);
      });

      it('verifies everything, even if the examination stops early', async () => {
        const written = await driver.write(key, Readable.from(slice(content)));
        const notAtAll = async () => {};
        const aBit = async (source: Readable) => {
          for await (const _ of source) return;
        };
        for (const examine of [notAtAll, aBit]) expect(await verify(examine)).toEqual(written);
      });

      it('rejects at once if the caller aborts', async () => {
        await driver.write(key, Readable.from(slice(content)));
        const controller = new AbortController();
        const reason = new Error('given up');
        let given: Readable | undefined;
        const examine = async (source: Readable) => {
          given = source;
          controller.abort(reason);
          await finished(source).catch(() => {});
        };
        await expect(driver.verify(key, { examine, signal: controller.signal })).rejects.toBe(reason);
        expect(given?.destroyed).toBe(true);
      });
    });

    it('removes an object, even a missing one', async () => {
      await driver.write(key, Readable.from(['content']));
      await driver.remove(key);
      await driver.remove(key);
      expect(await harness.listAll()).toEqual([]);
    });

    it('lists objects with their sizes, and nothing incomplete', async () => {
      expect(await listKeys()).toEqual([]);
      const other = key.replace('account-12', 'account-7');
      await driver.write(key, Readable.from(['content']));
      const source = new Readable({ read() {} });
      source.push('the first half');
      const writing = driver.write(other, source);
      await expect.poll(() => harness.listAll()).toHaveLength(2);
      expect(await listKeys()).toEqual([{ key, sizeBytes: 7 }]);
      source.push(null);
      await writing;
      expect(await listKeys()).toHaveLength(2);
      await driver.remove(key);
      expect(await listKeys()).toEqual([{ key: other, sizeBytes: 14 }]);
    });

    it.each(['read', 'verify'] as const)('answers not_found to %s of a missing key', async (operation) => {
      await expect(driver[operation](key)).rejects.toMatchObject({ name: 'EngineError', code: 'not_found' });
    });

    it('leaves nothing behind if the source fails', async () => {
      const source = Readable.from(breakOff(new Error('the line is dead')));
      await expect(driver.write(key, source)).rejects.toMatchObject({ name: 'EngineError', code: 'unreachable' });
      expect(await harness.listAll()).toEqual([]);
    });

    it('keeps the content of a key if its replacement fails', async () => {
      await driver.write(key, Readable.from(['kept']));
      await expect(driver.write(key, Readable.from(breakOff(new Error('dead'))))).rejects.toThrow(EngineError);
      expect((await readWhole()).toString()).toBe('kept');
      expect(await harness.listAll()).toHaveLength(1);
    });

    it('refuses content that is too large before reading it', async () => {
      let read = false;
      const source = new Readable({
        read() {
          read = true;
          this.push(null);
        },
      });
      await expect(driver.write(key, source, { expectedBytes: 2 ** 60 })).rejects.toMatchObject({
        name: 'EngineError',
        code: 'refused',
        message: 'The backup storage is full.',
      });
      expect([read, source.destroyed]).toEqual([false, true]);
      expect(await harness.listAll()).toEqual([]);
    });

    it('reports in advance whether there is space', async () => {
      await driver.requireRoom(1_000_000);
      await expect(driver.requireRoom(2 ** 60)).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
      expect(await harness.listAll()).toEqual([]);
    });

    it('accepts content that fits, whatever size was expected', async () => {
      for (const expectedBytes of [0, 1, 1_000_000]) {
        expect(await driver.write(key, Readable.from(['content']), { expectedBytes })).toMatchObject({ sizeBytes: 7 });
      }
    });

    it('does not recreate an object that was removed while its write was in progress', async () => {
      const source = new Readable({ read() {} });
      source.push('the first half');
      const writing = driver.write(key, source).catch((error: unknown) => error);
      await expect.poll(() => harness.listAll()).toHaveLength(1);
      await driver.remove(key);
      source.push(null);
      expect(await writing).toMatchObject({ name: 'EngineError' });
      expect(await harness.listAll()).toEqual([]);
    });

    it('throws the engine error of its source', async () => {
      const error = new EngineError('refused', 'The disk is damaged.');
      await expect(driver.write(key, Readable.from(breakOff(error)))).rejects.toBe(error);
    });

    it('answers unreachable if a source fails before it is read', async () => {
      const source = new Readable({ read() {} });
      const writing = driver.write(key, source);
      source.destroy(new Error('dead on arrival'));
      await expect(writing).rejects.toMatchObject({ code: 'unreachable' });
      expect(await harness.listAll()).toEqual([]);
    });

    it('abandons a stalled source if the caller aborts, and leaves nothing behind', async () => {
      const reason = new Error('given up');
      const controller = new AbortController();
      const source = new Readable({ read() {} });
      source.push('a beginning');
      const writing = driver.write(key, source, { signal: controller.signal });
      controller.abort(reason);
      await expect(writing).rejects.toBe(reason);
      expect(source.destroyed).toBe(true);
      expect(await harness.listAll()).toEqual([]);
    });

    it.each([
      '',
      '.',
      '..',
      '../x',
      'a/../../x',
      '/etc/passwd',
      'a//b',
      'a/',
      '.hidden',
      'a/.b',
      'a\\..\\b',
      'a\0b',
      'a\n',
    ])('refuses the key %j', async (bad) => {
      const source = Readable.from(['content']);
      await expect(driver.write(bad, source)).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
      expect(source.destroyed).toBe(true);
      for (const operation of ['read', 'verify', 'remove'] as const) {
        await expect(driver[operation](bad)).rejects.toMatchObject({ code: 'refused' });
      }
      expect(await harness.listAll()).toEqual([]);
    });
  });
}

function* slice(content: Buffer): Generator<Buffer> {
  for (let i = 0; i < content.length; i += 100_000) yield content.subarray(i, i + 100_000);
}

async function* breakOff(error: Error): AsyncGenerator<string> {
  yield 'a beginning';
  throw error;
}
