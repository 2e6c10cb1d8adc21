import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { nameDatabase } from '@hostler/testing/contracts/sql.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openPostgresServer } from '@hostler/testing/engines/postgresql.ts';
import type { SqlServer } from '@hostler/testing/engines/sql-server.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import type { SqlCredentials } from './driver.ts';
import { nameBeside } from './names.ts';
import { createPostgresqlServer } from './postgresql.ts';

describeWithService('postgres', 'the PostgreSQL driver', (url) => {
  let server: SqlServer;
  let customer: SqlCredentials;

  beforeEach(async () => {
    server = await openPostgresServer(url);
    customer = await createCustomer();
  });
  afterEach(() => server.close());

  async function createCustomer(on = server): Promise<SqlCredentials> {
    const name = nameDatabase('particular');
    const credentials = { database: name, username: name, password: randomUUID() };
    await on.driver.create(credentials);
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

  describe('a hostile customer', () => {
    it('gains no rights through code that runs while their backup is loaded', async () => {
      await run([
        `create function grab(n int) returns boolean language plpgsql as $$
         begin
           begin execute 'reset role'; exception when others then end;
           begin execute format('alter role %I superuser', session_user); exception when others then end;
           begin execute format('grant pg_read_server_files to %I', session_user); exception when others then end;
           execute format('create table public.loot_%s as select session_user::text as who, rolsuper, rolcreaterole
                           from pg_roles where rolname = session_user', md5(random()::text));
           execute 'grant select on public.bait to ' || quote_ident(session_user);
           return true;
         end $$`,
        'create table bait (n int check (grab(n)))',
        'insert into bait values (1)',
        'create table zebra (n int)',
      ]);
      await server.driver.load(customer.database, Readable.from([await dump()]));
      const loot = await run([`select tablename, tableowner from pg_tables where schemaname = 'public' order by 1`]);
      expect(loot.filter(({ tablename }) => String(tablename).startsWith('loot_'))).toHaveLength(2);
      expect(new Set(loot.map(({ tableowner }) => tableowner))).toEqual(new Set([customer.username]));
      for (const { tablename } of loot.filter((table) => String(table.tablename).startsWith('loot_'))) {
        const [row] = await run([`select * from "${tablename}"`]);
        expect(row).toMatchObject({ rolsuper: false, rolcreaterole: false });
        expect(String(row?.who)).toMatch(new RegExp(`^(hostler_guest_|${customer.username})`));
      }
      while ((await server.listGuests(customer.database)).length > 0) await sleep(20);
    });

    it('cannot prevent the removal of another customer', async () => {
      const neighbour = await createCustomer();
      await run([
        'create table shared (n int)',
        `grant all on shared to "${neighbour.username}"`,
        `grant all on database "${customer.database}" to "${neighbour.username}"`,
        'grant all on schema public to public',
      ]);
      await run(['create table planted (n int)'], { ...neighbour, database: customer.database });
      await server.driver.remove(neighbour);
      expect(await server.inventory()).not.toContain(neighbour.username);
      await run(['select * from shared']);
    });

    it('cannot prevent the removal of another customer by an open transaction or a read-only database', async () => {
      const neighbour = await createCustomer();
      await run([
        'create table shared (n int)',
        `grant all on shared to "${neighbour.username}"`,
        `alter database "${customer.database}" set default_transaction_read_only = on`,
      ]);
      const client = await server.logIn(customer);
      for (const statement of ['begin read write', 'grant select on shared to public']) await client.query(statement);
      await server.driver.remove(neighbour);
      expect(await server.inventory()).not.toContain(neighbour.username);
      await client.closed;
    });

    it.each([false, true])(
      'cannot keep their database, or the copy of a restore, by making it a template (least privileges: %s)',
      async (leastPrivileged) => {
        const other = await openPostgresServer(url, { leastPrivileged });
        const hostile = await createCustomer(other);
        const { driver } = other;
        const keep = `alter database "${hostile.database}" is_template true`;
        await run(['create table kept (n int)', keep], hostile);
        await driver.load(hostile.database, await driver.dump(hostile.database));
        expect(await other.inventory()).not.toContain(nameBeside(hostile.database, 'old'));
        expect(await driver.size(hostile.database)).toBeGreaterThan(0);
        await run([keep], hostile);
        await driver.remove(hostile);
        expect(await other.inventory()).not.toContain(hostile.database);
        await other.close();
      },
    );

    it('delays a backup with a lock only until the lock is released', async () => {
      const client = await server.logIn(customer);
      await client.query('create table locked (n int)');
      await client.query('begin');
      await client.query('lock table locked');
      const dumping = server.driver.dump(customer.database).then(buffer);
      while ((await server.listGuests(customer.database)).length === 0) await sleep(20);
      await client.query('commit');
      expect((await dumping).length).toBeGreaterThan(0);
      await client.close();
    });

    it('makes a backup answer unreachable while they hold a lock, and is removed anyway', async () => {
      const client = await server.logIn(customer);
      await client.query('create table locked (n int)');
      await client.query('begin');
      await client.query('lock table locked');
      const dumping = server.driver.dump(customer.database).then(buffer);
      await expect(dumping).rejects.toMatchObject({ code: 'unreachable' });
      await server.driver.remove(customer);
      await client.close();
    });
  });

  it('dumps rows hidden by row-level security if the administrator may read them, and refuses otherwise', async () => {
    await run([
      'create table hidden (n int)',
      'insert into hidden values (1)',
      'alter table hidden enable row level security, force row level security',
    ]);
    await server.driver.load(customer.database, Readable.from([await dump()]));
    expect(await run(['alter table hidden no force row level security', 'select * from hidden'])).toEqual([{ n: 1 }]);
    const least = await openPostgresServer(url, { leastPrivileged: true });
    try {
      await run(['alter table hidden force row level security']);
      const refused = least.driver.dump(customer.database).then(buffer);
      await expect(refused).rejects.toMatchObject({ code: 'refused' });
    } finally {
      await least.close();
    }
  });

  it('does not change a role that was created by another program', async () => {
    const name = nameDatabase('theirs');
    await server.administer(`create role "${name}" login createdb password 'theirs'`);
    const credentials = { database: name, username: name, password: 'ours' };
    await expect(server.driver.create(credentials)).rejects.toMatchObject({ code: 'conflict' });
    await server.driver.remove(credentials);
    const [role] = await server.administer(`select rolcreatedb from pg_roles where rolname = '${name}'`);
    expect(role).toEqual({ rolcreatedb: true });
    expect(await server.inventory()).toContain(name);
    await server.administer(`drop role "${name}"`);
  });

  it('rolls back a creation that the server refuses halfway', async () => {
    const least = await openPostgresServer(url, { leastPrivileged: true });
    const name = nameDatabase('refused');
    await least.administer(`alter role "${least.administratorName}" nocreatedb`);
    const refused = least.driver.create({ database: name, username: name, password: 'secret' });
    await expect(refused).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
    expect(await least.inventory()).not.toContain(name);
    await least.close();
  });

  it('runs one operation at a time on a database', async () => {
    await run(['create table words (word text)', `insert into words values ('first')`]);
    const whole = await dump();
    await Promise.all([
      server.driver.load(customer.database, Readable.from([whole])),
      server.driver.create(customer),
      server.driver.load(customer.database, Readable.from([whole])),
    ]);
    expect(await run(['select word from words'])).toEqual([{ word: 'first' }]);
  });

  it('completes a restore that takes longer than the login of its temporary role is valid', async () => {
    await run(['create table words (word text)', `insert into words values ('first')`]);
    const whole = await dump();
    const slow = Readable.from(
      (async function* () {
        yield whole.subarray(0, -20);
        const isIn = `select 1 from pg_stat_activity where usename like 'hostler\\_guest%' and datname like 'hostler\\_new%'`;
        let guests: string[] = [];
        while (guests.length === 0 || (await server.administer(isIn)).length === 0) {
          guests = await server.listGuests(customer.database);
          await sleep(20);
        }
        for (const guest of guests) await server.administer(`alter role "${guest}" valid until '2000-01-01'`);
        yield whole.subarray(-20);
      })(),
    );
    await server.driver.load(customer.database, slow);
    expect(await run(['select word from words'])).toEqual([{ word: 'first' }]);
  });

  it('removes the temporary role of a dead process', async () => {
    const old = `hostler_guest_${(Date.now() - 48 * HOUR).toString(36)}_00000000`;
    await server.administer(`create role ${old} login`);
    await dump();
    expect(await server.inventory()).not.toContain(old);
  });

  describe('the check', () => {
    /** Other tests of this run have open databases on this server, too. */
    const onlyAboutOthers = expect.toSatisfy((advice) => advice === null || advice.startsWith('Customers can connect'));

    it('reports the version, the rights and the programs, and gives no advice about them', async () => {
      const health = await server.driver.check();
      expect(health).toEqual({
        reachable: true,
        version: expect.stringMatching(/^PostgreSQL \d+\.\d+$/),
        detail: expect.stringMatching(/^hostler: superuser; \d+ of 300 connections in use; pg_dump \d+\.\d+$/),
        advice: onlyAboutOthers,
        gaps: [],
      });
    });

    it('reports whether the administrator has the required rights', async () => {
      const least = await openPostgresServer(url, { leastPrivileged: true });
      try {
        const health = await least.driver.check();
        expect(health).toMatchObject({
          advice: onlyAboutOthers,
          detail: expect.stringContaining('may create databases and roles'),
        });
        await server.administer(`alter role "${least.administratorName}" nocreatedb`);
        expect(await least.driver.check()).toMatchObject({
          reachable: true,
          advice: `Run as a superuser: ALTER ROLE "${least.administratorName}" CREATEDB CREATEROLE`,
        });
      } finally {
        await least.close();
      }
    });

    it('reports other databases that customers can connect to', async () => {
      const open = nameDatabase('open');
      await server.administer(`create database "${open}"`);
      expect((await server.driver.check()).advice).toContain(`REVOKE CONNECT, TEMPORARY ON DATABASE "${open}"`);
      await server.administer(`drop database "${open}"`);
    });

    it('advises to install missing programs, and refuses a backup without them', async () => {
      const bare = await openPostgresServer(url, { programFolders: ['/nowhere'] });
      expect((await bare.driver.check()).advice).toMatch(/^Install pg_dump of version \d+ or newer/);
      const refusal = {
        code: 'refused',
        cause: expect.objectContaining({ message: expect.stringContaining('pg_dump') }),
      };
      await expect(bare.driver.dump(customer.database)).rejects.toMatchObject(refusal);
      await bare.close();
    });

    it('distinguishes a wrong password from an unreachable server, and reveals no password', async () => {
      const wrong = new URL(url);
      wrong.password = 'wrong-secret';
      const driver = createPostgresqlServer({ adminUrl: wrong.href });
      const health = await driver.check();
      expect(health).toMatchObject({ reachable: false, advice: expect.stringContaining('user and password') });
      expect(JSON.stringify(health)).not.toContain('wrong-secret');
      await expect(driver.create(customer)).rejects.toMatchObject({ code: 'unreachable' });
      wrong.port = '1';
      expect(await createPostgresqlServer({ adminUrl: wrong.href }).check()).toMatchObject({
        reachable: false,
        advice: expect.stringContaining('host and port'),
      });
    });
  });

  it('returns the address customers connect to', () => {
    expect(server.driver.endpoint).toEqual({ host: '127.0.0.1', port: Number(new URL(url).port) });
    const endpoint = { host: 'db.example.com', port: 6432 };
    expect(createPostgresqlServer({ adminUrl: url, endpoint }).endpoint).toEqual(endpoint);
  });
});
