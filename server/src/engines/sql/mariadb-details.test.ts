import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { nameDatabase } from '@hostler/testing/contracts/sql.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openMariadbServer } from '@hostler/testing/engines/mariadb.ts';
import type { SqlServer } from '@hostler/testing/engines/sql-server.ts';
import { openRelay, type Relay } from '@hostler/testing/receivers/relay.ts';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import type { SqlCredentials } from './driver.ts';
import { compress } from './mariadb/compression.ts';
import { writeDump } from './mariadb/dump-format.ts';
import type { Program } from './mariadb/programs.ts';
import { createMariadbServer } from './mariadb.ts';
import { nameBeside } from './names.ts';

const shouldNotExist = '/tmp/hostler-should-not-exist';

describeWithService('mariadb', 'the MariaDB driver', (url) => {
  let server: SqlServer;
  let customer: SqlCredentials;

  beforeEach(async () => {
    server = await openMariadbServer(url);
    customer = await createCustomer();
  });
  afterEach(() => server.close());

  async function createCustomer(): Promise<SqlCredentials> {
    const name = nameDatabase('particular');
    const credentials = { database: name, username: name, password: randomUUID() };
    await server.driver.create(credentials);
    return credentials;
  }

  async function run(statements: string[], credentials = customer) {
    const client = await server.logIn(credentials);
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) rows = await client.query(statement);
      return rows;
    } finally {
      await client.close();
    }
  }

  const dump = async () => buffer(await server.driver.dump(customer.database));
  const load = (whole: Buffer) => server.driver.load(customer.database, Readable.from([whole]));

  /** A dump forged by an attacker with write access to the backup storage. */
  function forge(tables: string, program?: Partial<Program>): Readable {
    const head = {
      database: customer.database,
      charset: 'utf8mb4',
      collation: 'utf8mb4_general_ci',
      sequenceDefaults: [],
    };
    const surroundings = { sqlMode: '', collation: 'utf8mb4_general_ci', timeZone: 'SYSTEM' };
    const programs: Program[] = program
      ? [{ kind: 'procedure', name: 'p', algorithm: '', definer: '', body: '', ...surroundings, ...program }]
      : [];
    return compress(writeDump(head, [Buffer.from(tables)], programs));
  }

  it('answers unreachable to a dump while the customer holds a lock, and removes the database anyway', async () => {
    const client = await server.logIn(customer);
    await client.query('create table locked (n int)');
    await client.query('lock tables locked write');
    await expect(dump()).rejects.toMatchObject({ code: 'unreachable' });
    await server.driver.remove(customer);
    await client.close();
  });

  it('refuses logins of the owner from the start of a removal', async () => {
    await run(['create table held (n int)']);
    // Our session is not ended, and blocks the removal halfway.
    const { username, password } = new URL(url);
    const ours = await server.logIn({ database: customer.database, username, password });
    await ours.query('lock tables held read');
    const removal = server.driver.remove(customer);
    try {
      await until(async () => (await listWaiting()).length > 0);
      await expect(server.logIn(customer)).rejects.toThrow(/account is locked/);
    } finally {
      await ours.close();
      await removal;
    }
    expect(await server.inventory()).not.toContain(customer.database);
  });

  const listWaiting = () =>
    server.administer(
      `select ID from information_schema.PROCESSLIST
       where STATE like 'Waiting for%lock%' and INFO like 'drop database%${customer.database}%'`,
    );

  describe('a forged backup', () => {
    it.each([
      ['creates a user', 'create user intruder;'],
      ['grants rights', `grant all on *.* to current_user();`],
      ['uses another definer', 'create definer = root@localhost procedure p() select 1;'],
      ['reads system tables', 'create table t as select * from mysql.global_priv;'],
      ['reads files of the client', `create table t (a text);\nload data local infile '/etc/passwd' into table t;`],
      ['writes files', `select 1 into outfile '${shouldNotExist}';`],
      ['runs a shell command', `\\! touch ${shouldNotExist}\n`],
      ['runs a shell command with "system"', `system touch ${shouldNotExist}\n;`],
      ['writes a log with "tee"', `tee ${shouldNotExist}\n;`],
    ])('is refused if it %s', async (_what, tables) => {
      await expect(server.driver.load(customer.database, forge(tables))).rejects.toMatchObject({ code: 'refused' });
      expect(existsSync(shouldNotExist)).toBe(false);
      expect(await server.inventory()).not.toContain('intruder');
      await run(['select 1']);
    });

    it.each<[string, Partial<Program>]>([
      ['reads the database mysql', { kind: 'view', body: 'VIEW v AS select * from mysql.global_priv' }],
      ['has its own definer', { body: 'DEFINER=root@localhost PROCEDURE p() select 1' }],
      ['loads native code', { kind: 'function', body: `FUNCTION f RETURNS STRING SONAME 'x.so'` }],
      ['creates a user', { body: 'USER intruder' }],
      ['contains two statements', { body: 'PROCEDURE p() select 1; create user intruder' }],
      [
        'sets a global variable through its collation',
        { body: 'PROCEDURE p() select 1', collation: 'utf8mb4_bin, global general_log = 1' },
      ],
      [
        'closes the quote of its time zone',
        { body: 'PROCEDURE p() select 1', timeZone: `SYSTEM', global general_log = 1 -- ` },
      ],
    ])('is refused if it has a stored program that %s', async (_what, program) => {
      await expect(server.driver.load(customer.database, forge('', program))).rejects.toMatchObject({
        code: 'refused',
      });
      expect(await server.inventory()).not.toContain('intruder');
    });

    it('cannot read or write the database of another customer', async () => {
      const neighbour = await createCustomer();
      await run(['create table secrets (n int)', 'insert into secrets values (42)'], neighbour);
      for (const tables of [
        `create table t as select * from \`${neighbour.database}\`.secrets;`,
        `use \`${neighbour.database}\`;\ndrop table secrets;`,
      ]) {
        await expect(server.driver.load(customer.database, forge(tables))).rejects.toMatchObject({ code: 'refused' });
      }
      const peek = { kind: 'view' as const, body: `VIEW v AS select * from \`${neighbour.database}\`.secrets` };
      await expect(server.driver.load(customer.database, forge('', peek))).rejects.toMatchObject({ code: 'refused' });
      expect(await run(['select n from secrets'], neighbour)).toEqual([{ n: 42 }]);
    });
  });

  it('writes no password into the server log', async () => {
    await server.administer(`set global log_output = 'TABLE', global general_log = 1`);
    try {
      await server.driver.create(customer);
      await load(await dump());
    } finally {
      await server.administer(`set global general_log = 0`);
    }
    const [told] = await server.administer(
      `select count(*) as all_lines, sum(argument like '%${customer.password}%') as with_password,
              sum(argument like 'grant all on \`${customer.database.replace(/_/g, '%')}%')
              + sum(argument like 'alter user%${customer.username}%identified%') as of_account
       from mysql.general_log`,
    );
    expect(Number(told?.all_lines)).toBeGreaterThan(10);
    expect(Number(told?.of_account)).toBeGreaterThan(0);
    expect(Number(told?.with_password)).toBe(0);
  });

  it('restores a database that its owner dropped', async () => {
    await run(['create table t (n int)', 'insert into t values (1)']);
    const whole = await dump();
    await run([`drop database \`${customer.database}\``]);
    await expect(server.driver.size(customer.database)).rejects.toMatchObject({ code: 'not_found' });
    await expect(server.driver.dump(customer.database)).rejects.toMatchObject({ code: 'not_found' });
    await load(whole);
    expect(await run(['select n from t'])).toEqual([{ n: 1 }]);
  });

  it('omits a view from a dump if its tables are gone', async () => {
    await run(['create table t (n int)', 'create table gone (n int)', 'create view broken as select * from gone']);
    await run(['create view whole as select * from t', 'drop table gone']);
    await load(await dump());
    expect(
      await run(['select table_name as name from information_schema.views where table_schema = database()']),
    ).toEqual([{ name: 'whole' }]);
  });

  it('dumps more tables than fit into command-line arguments, and does not dump views as tables', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `${'ä'.repeat(60)}${1_000 + index}`);
    await run(names.map((name) => `create table \`${name}\` (n int) engine=Aria transactional=0`));
    await run([
      `insert into \`${names[149]}\` values (7)`,
      `create view \`a.view\` as select n from \`${names[149]}\``,
    ]);
    await run(['create table gone (n int)', 'create view broken as select * from gone', 'drop table gone']);
    await load(await dump());
    const kinds = 'select table_type as kind, count(*) as count from information_schema.tables';
    expect(await run([`${kinds} where table_schema = database() group by table_type order by 1`])).toEqual([
      { kind: 'BASE TABLE', count: 150 },
      { kind: 'VIEW', count: 1 },
    ]);
    expect(await run(['select n from `a.view`'])).toEqual([{ n: 7 }]);
  });

  it('excludes any number of views with any names from mariadb-dump without longer arguments', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hostler-programs-'));
    const length = join(folder, 'length');
    writeFileSync(
      join(folder, 'mariadb-dump'),
      `#!/bin/sh\nprintf %s "$*" | wc -c > ${length}\nexec /usr/bin/mariadb-dump "$@"\n`,
      { mode: 0o755 },
    );
    const own = await openMariadbServer(url, { programFolders: [folder] });
    const names = Array.from({ length: 150 }, (_, index) => `${'ä'.repeat(60)}${1_000 + index}`);
    const views = Array.from({ length: 100 }, (_, index) => `${'ö'.repeat(60)}${1_000 + index}`);
    const odd = [
      'a # b',
      ' c',
      `it's`,
      'say "so"',
      'back\\slash',
      '\\n',
      'a\ntab=/tmp',
      'a\r\nno-data',
      'a;b',
      '=',
      '!x',
      'a\tb',
    ];
    await run(names.map((name) => `create table \`${name}\` (n int) engine=Aria transactional=0`));
    await run([...views, ...odd].map((name) => `create view \`${name}\` as select n from \`${names[0]}\``));
    try {
      const script = zstdDecompressSync(await buffer(await own.driver.dump(customer.database))).toString();
      expect(script.match(/^CREATE TABLE /gm)).toHaveLength(150);
      // As the program writes a view.
      expect(script).not.toContain('/*!50001 ');
      expect(Number(readFileSync(length, 'utf8'))).toBeLessThan(4_096);
    } finally {
      await own.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('restores objects of other users as objects of the owner', async () => {
    await server.administer('create procedure made_by_root() select current_user() as who', customer.database);
    await load(await dump());
    expect((await run(['call made_by_root()']))[0]).toEqual([{ who: `${customer.username}@%` }]);
  });

  it('writes dumps that the program `mariadb` can run', async () => {
    await run([
      'create table t (n int)',
      'insert into t values (1)',
      'create view v as select n + 1 as m from t',
      `create procedure p() begin select 'a;b' as word; end`,
      'create trigger b before insert on t for each row set new.n = new.n * 2',
    ]);
    const script = zstdDecompressSync(await dump());
    const other = await createCustomer();
    const { port } = new URL(url);
    const args = ['--no-defaults', '-h127.0.0.1', `-P${port}`, `-u${other.username}`, other.database];
    await new Promise<void>((resolve, reject) => {
      const options = { env: { MYSQL_PWD: other.password } };
      const child = execFile('/usr/bin/mariadb', args, options, (error) => (error ? reject(error) : resolve()));
      child.stdin?.end(script);
    });
    expect(await run(['insert into t values (5)', 'select m from v order by m'], other)).toEqual([{ m: 2 }, { m: 11 }]);
    expect((await run(['call p()'], other))[0]).toEqual([{ word: 'a;b' }]);
  });

  it('does not change a user that was created by another program', async () => {
    const name = nameDatabase('theirs');
    await server.administer(`create user '${name}'@'localhost' identified by 'theirs'`);
    const credentials = { database: name, username: name, password: 'ours' };
    await expect(server.driver.create(credentials)).rejects.toMatchObject({ code: 'conflict' });
    await server.driver.remove(credentials);
    expect(await server.inventory()).toContain(name);
    await server.administer(`drop user '${name}'@'localhost'`);
  });

  describe('the owner of a database with an interrupted restore', () => {
    let relay: Relay;
    let remote: SqlServer;

    beforeEach(async () => {
      relay = await openRelay(url);
      remote = await openMariadbServer(url, { port: relay.port });
    });
    afterEach(async () => {
      await remote.close();
      await relay.close();
    });

    /** Interrupts a restore like a crash: the owner is locked out, and no journal is written yet. */
    async function breakRestore(): Promise<void> {
      const whole = await dump();
      relay.cutAt('account lock', { heard: true });
      const broken = remote.driver.load(customer.database, Readable.from([whole]));
      await expect(broken).rejects.toMatchObject({ code: 'unreachable' });
      relay.mend();
    }

    /** Completes the restore by measuring, once the server has noticed the lost connection. */
    async function endRestore(): Promise<void> {
      const place = nameBeside(customer.database, 'swap');
      while ((await server.inventory()).includes(place)) await server.driver.size(customer.database);
    }

    it('stays locked after the restore is completed', async () => {
      await server.driver.setAccess(customer, 'closed');
      await breakRestore();
      await endRestore();
      await expect(server.logIn(customer)).rejects.toThrow(/locked/);
    });

    it('can log in after the restore is completed if they could before', async () => {
      await breakRestore();
      await endRestore();
      await (await server.logIn(customer)).close();
    });

    it('stays locked if they were locked during the interruption', async () => {
      await breakRestore();
      await server.driver.setAccess(customer, 'closed');
      await endRestore();
      await expect(server.logIn(customer)).rejects.toThrow(/locked/);
      await server.driver.setAccess(customer, 'full');
      await (await server.logIn(customer)).close();
    });
  });

  it('runs one operation at a time on a database', async () => {
    await run(['create table words (word text)', `insert into words values ('first')`]);
    const whole = await dump();
    await Promise.all([load(whole), server.driver.create(customer), load(whole)]);
    expect(await run(['select word from words'])).toEqual([{ word: 'first' }]);
  });

  it('removes the temporary user of a dead process', async () => {
    const old = `hostler_guest_${(Date.now() - 48 * HOUR).toString(36)}_00000000`;
    await server.administer(`create user '${old}'@'%'`);
    await dump();
    expect(await server.inventory()).not.toContain(old);
    while ((await server.listGuests(customer.database)).length > 0) await sleep(20);
  });

  describe('the check', () => {
    it('reports the version, the rights and the programs, and gives no advice', async () => {
      expect(await server.driver.check()).toEqual({
        reachable: true,
        version: expect.stringMatching(/^MariaDB \d+\.\d+\.\d+$/),
        detail: expect.stringMatching(
          /^admin@127\.0\.0\.1: may create databases and users; \d+ of 300 connections in use; mariadb-dump \d+\.\d+\.\d+$/,
        ),
        advice: null,
        gaps: expect.toSatisfy((gaps) => gaps.every((gap: string) => gap.startsWith('Temporary files'))),
      });
    });

    it('reports the missing rights of the administrator', async () => {
      const least = await openMariadbServer(url, { leastPrivileged: true });
      try {
        expect((await least.driver.check()).advice).toBe(null);
        await server.administer(`revoke set user on *.* from '${least.administratorName}'@'%'`);
        await server.administer(`revoke select on mysql.proc from '${least.administratorName}'@'%'`);
        expect((await least.driver.check()).advice).toBe(
          `Grant ${least.administratorName}@% the missing privileges (see docs/engines/mariadb.md): SET USER, SELECT on mysql.proc.`,
        );
      } finally {
        await least.close();
      }
    });

    it('advises to install missing programs, and refuses a backup without them', async () => {
      const bare = await openMariadbServer(url, { programFolders: ['/nowhere'] });
      expect((await bare.driver.check()).advice).toContain('Debian package mariadb-client');
      await run(['create table t (n int)']);
      const refusal = {
        code: 'refused',
        cause: expect.objectContaining({ message: expect.stringContaining('mariadb-dump') }),
      };
      await expect(bare.driver.dump(customer.database)).rejects.toMatchObject(refusal);
      await bare.close();
    });

    it('distinguishes a wrong password from an unreachable server, and reveals no password', async () => {
      const wrong = new URL(url);
      wrong.password = 'wrong-secret';
      const driver = createMariadbServer({ adminUrl: wrong.href });
      const health = await driver.check();
      expect(health).toMatchObject({ reachable: false, advice: expect.stringContaining('user and password') });
      expect(JSON.stringify(health)).not.toContain('wrong-secret');
      await expect(driver.create(customer)).rejects.toMatchObject({ code: 'unreachable' });
      wrong.port = '1';
      expect(await createMariadbServer({ adminUrl: wrong.href }).check()).toMatchObject({
        reachable: false,
        advice: expect.stringContaining('host and port'),
      });
    });
  });
});
