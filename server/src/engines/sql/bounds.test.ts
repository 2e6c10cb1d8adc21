import { nameDatabase } from '@hostler/testing/contracts/sql.ts';
import { describeSqlBounds } from '@hostler/testing/contracts/sql-bounds.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openMariadbServer } from '@hostler/testing/engines/mariadb.ts';
import { openPostgresServer } from '@hostler/testing/engines/postgresql.ts';
import type { SqlServer } from '@hostler/testing/engines/sql-server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSqlBounds, type SqlCredentials } from './driver.ts';

describeWithService('postgres', 'PostgreSQL', (url) => {
  describeSqlBounds('PostgreSQL', url, openPostgresServer, {
    lift: ['set statement_timeout = 0', 'set idle_in_transaction_session_timeout = 0'],
    begin: 'begin',
    write: 'insert into kept values (1)',
    sleep: 'select pg_sleep(600)',
    readLimits: `select current_setting('statement_timeout') as statement, current_setting('work_mem') as memory,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('temp_file_limit') as temp`,
    limits: { statement: '2s', memory: '3MB', idle: '1s', temp: '64MB' },
    loosen: ({ username }) => [`alter role "${username}" reset all`],
  });

  it('keeps the session defaults that a customer has set', async () => {
    const server = await openPostgresServer(url);
    const database = nameDatabase('chosen');
    const customer = { database, username: database, password: 'secret' };
    await server.driver.create(customer);
    const ask = async (...statements: string[]) => {
      const client = await server.logIn(customer);
      const answers = [];
      for (const statement of statements) answers.push(...(await client.query(statement)));
      await client.close();
      return answers;
    };
    await ask(`alter role "${database}" reset all`, `alter role "${database}" set work_mem = '2MB'`);
    // The customer cannot reset this one.
    expect(await ask('show temp_file_limit')).toEqual([{ temp_file_limit: '1GB' }]);
    await server.driver.size(database);
    expect(await ask('show work_mem', 'show statement_timeout')).toEqual([
      { work_mem: '2MB' },
      { statement_timeout: '1h' },
    ]);
    await server.close();
  });

  it('answers refused if the limits of a customer cannot be set', async () => {
    const server = await openPostgresServer(url);
    const database = nameDatabase('loose');
    await server.driver.create({ database, username: database, password: 'secret' });
    await server.administer(`alter role "${database}" reset all`);
    const workMemoryMb = 2 ** 30;
    const mistaken = await openPostgresServer(url, { bounds: { ...defaultSqlBounds, workMemoryMb } });
    await expect(mistaken.driver.size(database)).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
    await mistaken.close();
    await server.close();
  });

  it('measures, disconnects and removes a customer who locks their own role', async () => {
    const server = await openPostgresServer(url);
    const database = nameDatabase('held');
    const customer = { database, username: database, password: 'secret' };
    const hold = async () => {
      await server.driver.create(customer);
      const client = await server.logIn(customer);
      const statements = ['reset all', `set work_mem = '2MB'`, `password 'another'`];
      const [first = '', ...others] = statements.map((change) => `alter role current_user ${change}`);
      for (const statement of [first, 'begin', ...others]) await client.query(statement);
      return client;
    };
    const first = await hold();
    expect(await server.driver.size(database)).toBeGreaterThan(0);
    await server.driver.setAccess(customer, 'closed');
    await first.closed;
    await expect(server.logIn(customer)).rejects.toThrow(/not permitted to log in/);
    await server.driver.setAccess(customer, 'full');
    const second = await hold();
    await server.driver.remove(customer);
    await second.closed;
    await server.close();
  });

  describe('temporary files', () => {
    let server: SqlServer;
    let customer: SqlCredentials;

    beforeEach(async () => {
      server = await openPostgresServer(url, { leastPrivileged: true, bounds: { ...defaultSqlBounds, tempMb: 1 } });
      const database = nameDatabase('temp');
      customer = { database, username: database, password: 'secret' };
    });
    afterEach(() => server.close());

    async function sortMuch(): Promise<unknown> {
      const client = await server.logIn(customer);
      const statements = [
        'set work_mem = 64',
        'select count(*) from (select n from generate_series(1, 200000) n order by -n) s',
      ];
      try {
        for (const statement of statements) await client.query(statement);
        return 'sorted';
      } catch (error) {
        return error;
      } finally {
        await client.close();
      }
    }

    it('are not limited if the administrator lacks the right, and the check says what to do', async () => {
      await server.driver.create(customer);
      expect(await sortMuch()).toBe('sorted');
      const { gaps } = await server.driver.check();
      expect(gaps).toEqual([expect.stringContaining('GRANT SET ON PARAMETER temp_file_limit')]);
    });

    it('end a statement that writes too many, once the administrator has the right', async () => {
      await server.administer(`grant set on parameter temp_file_limit to "${server.administratorName}"`);
      await server.driver.create(customer);
      expect((await server.driver.check()).gaps).toEqual([]);
      expect(await sortMuch()).toMatchObject({ message: expect.stringContaining('temp_file_limit') });
    });
  });
});

describeWithService('mariadb', 'MariaDB', (url) => {
  describeSqlBounds('MariaDB', url, openMariadbServer, {
    lift: ['set max_statement_time = 0', 'set idle_transaction_timeout = 0'],
    begin: 'start transaction',
    write: 'insert into kept values (1)',
    sleep: 'select sleep(600)',
    readLimits: 'select cast(@@max_statement_time as int) as statement',
    limits: { statement: 2 },
    loosen: ({ username }) => [`alter user '${username}'@'%' with max_statement_time 0`],
  });

  it('measures a customer who is creating a table, without waiting for it', async () => {
    const server = await openMariadbServer(url);
    const database = nameDatabase('held');
    await server.driver.create({ database, username: database, password: 'secret' });
    const client = await server.logIn({ database, username: database, password: 'secret' });
    await client.query('create table full engine = Aria as select * from seq_1_to_100000');
    const holding = client.query('create table held as select sleep(8)').then(String, String);
    const at = `select 1 from information_schema.PROCESSLIST where USER = '${database}' and STATE = 'User sleep'`;
    await until(async () => (await server.administer(at)).length > 0);
    expect(await server.driver.size(database)).toBeGreaterThan(1_000_000);
    expect(await Promise.race([holding, 'held'])).toBe('held');
    // Also ends the session.
    await server.close();
    await holding;
  });
});
