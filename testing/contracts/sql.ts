import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqlCredentials, SqlDriver } from '../../server/src/engines/sql/driver.ts';
import { eventually } from '../until.ts';

/** Provided by the test of a driver. */
export interface SqlHarness {
  driver: SqlDriver;
  /** Replaces the content of the database, and reads it back. */
  scribble(database: string, content: string): Promise<void>;
  readBack(database: string): Promise<string>;
  /** Returns whether a client with these credentials can log in. */
  canLogIn(credentials: SqlCredentials): Promise<boolean>;
  /** Returns whether such a client can write. */
  canWrite(credentials: SqlCredentials): Promise<boolean>;
  /** Removes everything the test created. */
  close(): Promise<void>;
}

/** Contract of every SQL driver. */
export function describeSqlDriver(title: string, openHarness: () => Promise<SqlHarness>): void {
  describe(`${title}: the SQL contract`, () => {
    let harness: SqlHarness;
    let driver: SqlDriver;
    let credentials: SqlCredentials;
    let database: string;

    beforeEach(async () => {
      harness = await openHarness();
      driver = harness.driver;
      database = nameDatabase('contract');
      credentials = { database, username: `${database}_user`, password: `'"\\ ${randomUUID()}` };
    });
    afterEach(() => harness.close());

    const dumpWhole = async (): Promise<Buffer> => buffer(await driver.dump(database));

    it('reports that it is reachable, and its address', async () => {
      // The check has a few seconds to answer.
      await eventually(async () =>
        expect(await driver.check()).toMatchObject({ reachable: true, version: expect.any(String) }),
      );
      expect(driver.endpoint).toEqual({ host: expect.any(String), port: expect.any(Number) });
    });

    it('creates a database whose user can log in with the right password only', async () => {
      await driver.create(credentials);
      expect(await harness.canLogIn(credentials)).toBe(true);
      expect(await harness.canLogIn({ ...credentials, password: 'wrong' })).toBe(false);
    });

    it('keeps the content and sets the password if a creation is repeated', async () => {
      await driver.create(credentials);
      await harness.scribble(database, 'precious');
      const renewed = { ...credentials, password: randomUUID() };
      await driver.create(renewed);
      expect(await harness.canLogIn(renewed)).toBe(true);
      expect(await harness.canLogIn(credentials)).toBe(false);
      expect(await harness.readBack(database)).toBe('precious');
    });

    it('refuses to give a database to another user', async () => {
      await driver.create(credentials);
      const thief = { ...credentials, username: `${database}_thief` };
      await expect(driver.create(thief)).rejects.toMatchObject({ name: 'EngineError', code: 'conflict' });
      expect(await harness.canLogIn(thief)).toBe(false);
      expect(await harness.canLogIn(credentials)).toBe(true);
    });

    it('refuses invalid names', async () => {
      for (const bad of badNames) {
        const refused = (work: Promise<unknown>) =>
          expect(work, JSON.stringify(bad)).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
        await refused(driver.create({ ...credentials, database: bad }));
        await refused(driver.create({ ...credentials, username: bad }));
        await refused(driver.remove({ ...credentials, database: bad }));
        await refused(driver.remove({ ...credentials, username: bad }));
        await refused(driver.setAccess({ ...credentials, database: bad }, 'read_only'));
        await refused(driver.size(bad));
        await refused(driver.dump(bad));
        await refused(driver.load(bad, Readable.from([])));
      }
    });

    it('removes a database and its user, even missing ones', async () => {
      await driver.create(credentials);
      await driver.remove(credentials);
      await driver.remove(credentials);
      expect(await harness.canLogIn(credentials)).toBe(false);
      await expect(driver.size(database)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('does not remove a database of another user', async () => {
      await driver.create(credentials);
      await harness.scribble(database, 'mine');
      await driver.remove({ database, username: `${database}_thief` });
      expect(await harness.readBack(database)).toBe('mine');
      expect(await harness.canLogIn(credentials)).toBe(true);
    });

    it('creates an empty database under the name of a removed one', async () => {
      await driver.create(credentials);
      await harness.scribble(database, 'old tenant');
      await driver.remove(credentials);
      await driver.create(credentials);
      expect(await harness.readBack(database)).not.toContain('old tenant');
    });

    it('reports the size of a database', async () => {
      await driver.create(credentials);
      const size = await driver.size(database);
      expect(Number.isInteger(size) && size >= 0).toBe(true);
      await harness.scribble(database, randomBytes(1_000_000).toString('hex'));
      expect(await driver.size(database)).toBeGreaterThan(size);
    });

    it('makes a database read-only, closed, and writable again', async () => {
      await driver.create(credentials);
      await harness.scribble(database, 'kept');
      expect(await harness.canWrite(credentials)).toBe(true);
      for (const _twice of [1, 2]) await driver.setAccess(credentials, 'read_only');
      expect([await harness.canLogIn(credentials), await harness.canWrite(credentials)]).toEqual([true, false]);
      for (const _twice of [1, 2]) await driver.setAccess(credentials, 'closed');
      expect(await harness.canLogIn(credentials)).toBe(false);
      expect(await harness.readBack(database)).toBe('kept');
      await driver.setAccess(credentials, 'read_only');
      expect([await harness.canLogIn(credentials), await harness.canWrite(credentials)]).toEqual([true, false]);
      for (const _twice of [1, 2]) await driver.setAccess(credentials, 'full');
      expect(await harness.canWrite(credentials)).toBe(true);
      expect(await harness.readBack(database)).toBe('kept');
    });

    it('keeps a database read-only or closed during a load, a dump and a measurement', async () => {
      await driver.create(credentials);
      await harness.scribble(database, 'dumped');
      await driver.setAccess(credentials, 'read_only');
      const dump = await dumpWhole();
      await driver.load(database, Readable.from([dump]));
      expect(await driver.size(database)).toBeGreaterThan(0);
      expect(await harness.readBack(database)).toBe('dumped');
      expect([await harness.canLogIn(credentials), await harness.canWrite(credentials)]).toEqual([true, false]);
      await driver.setAccess(credentials, 'closed');
      await driver.load(database, Readable.from([dump]));
      expect(await harness.canLogIn(credentials)).toBe(false);
      await driver.remove(credentials);
      expect(await harness.canLogIn(credentials)).toBe(false);
    });

    it('does not change the rights of another user, and answers not_found', async () => {
      await driver.create(credentials);
      const thief = { database, username: `${database}_thief` };
      await expect(driver.setAccess(thief, 'read_only')).rejects.toMatchObject({ code: 'not_found' });
      const nowhere = { database: `${database}_x`, username: credentials.username };
      await expect(driver.setAccess(nowhere, 'read_only')).rejects.toMatchObject({ code: 'not_found' });
      expect(await harness.canWrite(credentials)).toBe(true);
    });

    it.each(['size', 'dump'] as const)('answers not_found to %s of a missing database', async (operation) => {
      await expect(driver[operation](database)).rejects.toMatchObject({ name: 'EngineError', code: 'not_found' });
    });

    it('answers not_found to a load into a missing database, and destroys the source', async () => {
      const source = Readable.from(['anything']);
      await expect(driver.load(database, source)).rejects.toMatchObject({ code: 'not_found' });
      expect(source.destroyed).toBe(true);
    });

    it('restores the content of a dump with a load, which can be repeated', async () => {
      await driver.create(credentials);
      await harness.scribble(database, 'first');
      const dump = await dumpWhole();
      await harness.scribble(database, 'second');
      await driver.load(database, Readable.from([dump]));
      await driver.load(database, Readable.from([dump]));
      expect(await harness.readBack(database)).toBe('first');
      expect(await harness.canLogIn(credentials)).toBe(true);
    });

    it('loads a dump into a recreated database', async () => {
      await driver.create(credentials);
      await harness.scribble(database, 'lost and found');
      const dump = await dumpWhole();
      await driver.remove(credentials);
      await driver.create(credentials);
      await driver.load(database, Readable.from([dump]));
      expect(await harness.readBack(database)).toBe('lost and found');
    });

    it.each([
      ['fails halfway with an error', (whole: Buffer) => Readable.from(breakOff(whole)), expect.any(String)],
      ['ends too early', (whole: Buffer) => Readable.from([whole.subarray(0, whole.length / 2)]), 'refused'],
      ['is not a dump', () => Readable.from([Buffer.from('no dump at all')]), 'refused'],
      ['is empty', () => Readable.from([]), 'refused'],
    ])('changes nothing if a load %s', async (_what, makeSource, code) => {
      await driver.create(credentials);
      await harness.scribble(database, 'dumped');
      const dump = await dumpWhole();
      await harness.scribble(database, 'still here');
      const source = makeSource(dump);
      await expect(driver.load(database, source)).rejects.toMatchObject({ name: 'EngineError', code });
      expect(source.destroyed).toBe(true);
      expect(await harness.readBack(database)).toBe('still here');
      expect(await harness.canLogIn(credentials)).toBe(true);
    });

    it('accepts a complete dump', async () => {
      await driver.create(credentials);
      await harness.scribble(database, randomBytes(100_000).toString('hex'));
      const source = Readable.from([await dumpWhole()]);
      await driver.examine(source);
      expect(source.destroyed).toBe(true);
    });

    it('refuses a part of a dump', async () => {
      await driver.create(credentials);
      await harness.scribble(database, randomBytes(100_000).toString('hex'));
      const dump = await dumpWhole();
      for (const length of [5, dump.length * 0.1, dump.length * 0.5, dump.length * 0.9, dump.length - 20]) {
        const source = Readable.from([dump.subarray(0, Math.floor(length))]);
        const examining = driver.examine(source);
        await expect(examining, `${length}`).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
        expect(source.destroyed).toBe(true);
      }
    });

    it.each([
      ['other content', () => Readable.from([Buffer.from('no dump at all')])],
      ['an empty stream', () => Readable.from([])],
    ])('refuses %s as a dump', async (_what, makeSource) => {
      await expect(driver.examine(makeSource())).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
    });

    it('does nothing if the caller has aborted', async () => {
      const reason = new Error('given up');
      await expect(driver.create(credentials, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      await expect(driver.size(database)).rejects.toMatchObject({ code: 'not_found' });
    });
  });
}

const badNames = [
  '',
  '..',
  '../escape',
  'a/b',
  'Upper',
  '1a',
  'a-b',
  'a b',
  'a"b',
  "a'b",
  'a`b',
  'a\\',
  'a%',
  'a\0',
  'a\n',
  'ä',
  'a'.repeat(64),
  'postgres',
  'template1',
  'pg_catalog',
  'mysql',
  'sys',
  'root',
  'information_schema',
  'hostler_new_1',
];

/** Returns a unique name in the format of the API. */
export function nameDatabase(what: string): string {
  return `a${randomInt(1, 1_000_000)}_${what}_${randomUUID().slice(0, 8)}`;
}

async function* breakOff(whole: Buffer): AsyncGenerator<Buffer> {
  yield whole.subarray(0, whole.length / 2);
  throw new Error('the line is dead');
}
