import { nameDatabase } from '@hostler/testing/contracts/sql.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openMariadbServer } from '@hostler/testing/engines/mariadb.ts';
import { openPostgresServer } from '@hostler/testing/engines/postgresql.ts';
import type { OpenSqlServer, SqlClient, SqlServer } from '@hostler/testing/engines/sql-server.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Verifies the claims of docs/engines/ about other customers on a shared server. */
function meetNeighbours(url: string, open: OpenSqlServer) {
  const met = {} as { server: SqlServer; client: SqlClient; neighbour: SqlClient; own: string; other: string };
  beforeEach(async () => {
    const server = await open(url);
    const [own, other] = [nameDatabase('own'), nameDatabase('other')];
    const logIn = async (name: string) => {
      const credentials = { database: name, username: name, password: 'secret' };
      await server.driver.create(credentials);
      return server.logIn(credentials);
    };
    Object.assign(met, { server, own, other, client: await logIn(own), neighbour: await logIn(other) });
    await met.neighbour.query('create table salaries (amount int)');
  });
  afterEach(async () => {
    await met.client.close();
    await met.neighbour.close();
    await met.server.close();
  });
  return met;
}

describeWithService('postgres', 'customers on one PostgreSQL server', (url) => {
  const met = meetNeighbours(url, openPostgresServer);

  it('see that the databases, roles and sessions of other customers exist', async () => {
    const { client, other } = met;
    const named = await client.query(
      `select (select count(*)::int from pg_database where datname = '${other}') as databases,
              (select count(*)::int from pg_roles where rolname = '${other}') as roles,
              (select count(*)::int from pg_stat_activity where usename = '${other}') as sessions,
              (select count(*)::int from pg_stat_database where datname = '${other}') as counters`,
    );
    expect(named).toEqual([{ databases: 1, roles: 1, sessions: 1, counters: 1 }]);
  });

  it('see no queries, client addresses, passwords, tables or sizes of other customers', async () => {
    const { client, other } = met;
    const seen = await client.query(
      `select query, client_addr, state, backend_start from pg_stat_activity where usename = '${other}'`,
    );
    expect(seen).toEqual([{ query: '<insufficient privilege>', client_addr: null, state: null, backend_start: null }]);
    expect(await client.query(`select rolpassword from pg_roles where rolname = '${other}'`)).toEqual([
      { rolpassword: '********' },
    ]);
    expect(await client.query(`select relname from pg_class where relname = 'salaries'`)).toEqual([]);
    await expect(client.query(`select pg_database_size('${other}')`)).rejects.toThrow(/permission denied/);
  });
});

describeWithService('mariadb', 'customers on one MariaDB server', (url) => {
  const met = meetNeighbours(url, openMariadbServer);

  it('see no databases, tables, sessions or users of other customers', async () => {
    const { client, own } = met;
    const names = (rows: Record<string, unknown>[]) => [...new Set(rows.flatMap((row) => Object.values(row)))].sort();
    expect(names(await client.query('show databases'))).toEqual([own, 'information_schema'].sort());
    expect(await client.query(`select 1 from information_schema.TABLES where TABLE_NAME = 'salaries'`)).toEqual([]);
    expect(names(await client.query('select USER from information_schema.PROCESSLIST'))).toEqual([own]);
    await expect(client.query('select User from mysql.global_priv')).rejects.toThrow(/denied/);
    await expect(client.query('select * from information_schema.INNODB_TRX')).rejects.toThrow(/PROCESS/);
  });
});
