import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqlCustomer, type SqlCustomer } from '../engines/sql-customer.ts';
import type { OpenSqlServer } from '../engines/sql-server.ts';

/** Differences between the servers in the content of a backup. */
export interface ContentDialect {
  /** Creates one of everything that a database can contain. */
  readonly fill: readonly string[];
  /** Queries that verify all of it. */
  readonly inspect: readonly string[];
  /** Deletes all of it, as only its owner can. */
  readonly empty: readonly string[];
  /** Adds something that no load can restore with a customer's rights. */
  spoil(customer: SqlCustomer): Promise<void>;
  /** Column type for megabytes of text. */
  readonly longText: string;
  readonly dumpProgram: string;
}

/** Returns command lines and environments of our child processes. */
async function readChildren(): Promise<string> {
  const texts: string[] = [];
  for (const thread of await readdir('/proc/self/task')) {
    const children = await readFile(`/proc/self/task/${thread}/children`, 'utf8');
    for (const child of children.split(' ').filter(Boolean)) {
      for (const part of ['cmdline', 'environ']) texts.push(await readFile(`/proc/${child}/${part}`, 'utf8'));
    }
  }
  return texts.join('\n');
}

/** Contract of dumps and loads on every real server, with any administrator. */
export function describeSqlBackups(title: string, url: string, open: OpenSqlServer, dialect: ContentDialect): void {
  describe.each([
    { who: 'an administrator with all rights', leastPrivileged: false },
    { who: 'an administrator with minimal rights', leastPrivileged: true },
  ])(`a backup on ${title} with $who`, ({ leastPrivileged }) => {
    let customer: SqlCustomer;

    beforeEach(async () => {
      customer = await openSqlCustomer(await open(url, { leastPrivileged, connectionLimit: 3 }));
    });
    afterEach(async () => {
      vi.unstubAllEnvs();
      await customer.close();
    });

    it('restores everything, owned by the customer', async () => {
      await customer.run(...dialect.fill);
      const before = await customer.run(...dialect.inspect);
      expect(before.flat().length).toBeGreaterThan(dialect.inspect.length);
      const whole = await customer.dump();
      await customer.run(...dialect.empty);
      await customer.load(whole);
      expect(await customer.run(...dialect.inspect)).toEqual(before);
      await customer.load(whole);
      expect(await customer.run(...dialect.inspect)).toEqual(before);
      await customer.run(...dialect.empty);
      await customer.load(await customer.dump());
      await customer.untilNothingIsLeft();
    });

    it('is a consistent snapshot, even if data is written meanwhile', async () => {
      await customer.run('create table one (n int)', 'create table two (n int)');
      await customer.run('insert into one values (0)', 'insert into two values (0)');
      const writer = await customer.logIn();
      const transaction = ['begin', 'update one set n = n + 1', 'update two set n = n + 1', 'commit'];
      let dumped = false;
      const writing = (async () => {
        while (!dumped) for (const statement of transaction) await writer.query(statement);
      })();
      const whole = await customer.dump();
      dumped = true;
      await writing;
      await customer.load(whole);
      const [one, two] = await customer.run('select n from one', 'select n from two');
      expect(one).toEqual(two);
    });

    it('is restored while clients are connected, and disconnects them', async () => {
      await customer.run('create table state (word varchar(10))', "insert into state values ('before')");
      const whole = await customer.dump();
      await customer.run("update state set word = 'after'");
      const client = await customer.logIn();
      await client.query('begin');
      await client.query("insert into state values ('open')");
      await customer.load(whole);
      await client.closed;
      expect(await customer.run('select word from state')).toEqual([[{ word: 'before' }]]);
    });

    it('changes nothing and leaves nothing behind if its restore fails', async () => {
      await customer.run('create table kept (n int)', 'insert into kept values (1)');
      await dialect.spoil(customer);
      const whole = await customer.dump();
      await customer.driver.remove(customer.credentials);
      await customer.driver.create(customer.credentials);
      await customer.run('create table kept (n int)', 'insert into kept values (2)');
      await expect(customer.load(whole)).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
      expect(await customer.run('select n from kept')).toEqual([[{ n: 2 }]]);
      await customer.untilNothingIsLeft();
    });

    it('leaves nothing behind if it is aborted, and reveals no password while it runs', async () => {
      await customer.run(`create table kept (content ${dialect.longText})`);
      await customer.run(`insert into kept values ('${randomBytes(2_000_000).toString('hex')}')`);
      const folder = await mkdtemp(join(tmpdir(), 'hostler-dump-'));
      vi.stubEnv('TMPDIR', folder);
      const giveUp = new AbortController();
      const stream = await customer.driver.dump(customer.database, { signal: giveUp.signal });
      await once(stream, 'readable');
      const [secret = ''] = await readdir(folder);
      const file = join(folder, secret, 'secret');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const password = /[\w-]{32}/.exec(await readFile(file, 'utf8'))?.[0];
      expect(password).toBeDefined();
      const seen = await readChildren();
      expect(seen).toContain(dialect.dumpProgram);
      expect(seen).not.toContain(password);
      giveUp.abort(new Error('enough'));
      await expect(buffer(stream)).rejects.toThrow();
      await customer.untilNothingIsLeft();
      expect(await readdir(folder)).toEqual([]);
      await rmdir(folder);
    });

    it('leaves nothing behind if it is not read', async () => {
      (await customer.driver.dump(customer.database)).destroy();
      await customer.untilNothingIsLeft();
    });

    it('ends a restore that waits for data when the caller aborts', async () => {
      const whole = await customer.dump();
      const giveUp = new AbortController();
      const reason = new Error('enough');
      const slow = Readable.from(
        (async function* () {
          yield whole.subarray(0, whole.length - 10);
          giveUp.abort(reason);
          await sleep(60_000, undefined, { signal: giveUp.signal });
        })(),
      );
      const loading = customer.driver.load(customer.database, slow, { signal: giveUp.signal });
      await expect(loading).rejects.toBe(reason);
      await customer.untilNothingIsLeft();
      await customer.logIn();
    });
  });
}
