import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqlCredentials } from '../../server/src/engines/sql/driver.ts';
import { openSqlCustomer, type SqlCustomer } from '../engines/sql-customer.ts';
import type { OpenSqlServer } from '../engines/sql-server.ts';
import { nameDatabase } from './sql.ts';

/** Differences between the servers in the rights of customers. */
export interface RightsDialect {
  /** Databases that no customer may access. */
  readonly systemDatabases: readonly string[];
  /** Statements that are refused to a customer; the neighbour has a table `secrets`. */
  forbidden(self: SqlCredentials, neighbour: SqlCredentials): string[];
}

const passwords = [
  `quotes ' " \` and $body$ $$`,
  'back\\slash \\\\ \\n \\0 %s :name ?',
  "'; drop database postgres; --",
  'Grüße 世界 🚪 \u{1F468}‍\u{1F469}',
  'ﬁgure ½ ①',
  ' leading and trailing ',
  'x'.repeat(200),
];

/** Contract of the rights of customers on every real server, with any administrator. */
export function describeSqlServer(title: string, url: string, open: OpenSqlServer, dialect: RightsDialect): void {
  describe.each([
    { who: 'an administrator with all rights', leastPrivileged: false },
    { who: 'an administrator with minimal rights', leastPrivileged: true },
  ])(`${title} with $who`, ({ leastPrivileged }) => {
    let customer: SqlCustomer;

    beforeEach(async () => {
      customer = await openSqlCustomer(await open(url, { leastPrivileged, connectionLimit: 3 }));
    });
    afterEach(() => customer.close());

    describe('a customer', () => {
      it('cannot access the database of another customer or of the server', async () => {
        const { server, credentials } = customer;
        const neighbour = await customer.createNeighbour();
        for (const database of [neighbour.database, ...dialect.systemDatabases]) {
          await expect(server.logIn({ ...credentials, database }), database).rejects.toThrow();
        }
        await expect(server.logIn({ ...neighbour, password: credentials.password })).rejects.toThrow();
      });

      it('cannot access a database whose name matches theirs as a pattern', async () => {
        const { server, driver } = customer;
        const name = nameDatabase('like');
        const first = await customer.createNeighbour(name);
        const second = await customer.createNeighbour(name.replace(/_/g, 'x'));
        await expect(server.logIn({ ...first, database: second.database })).rejects.toThrow();
        await expect(server.logIn({ ...second, database: first.database })).rejects.toThrow();
        await driver.remove(second);
        await (await customer.logIn(first)).query('create table still_here (id int)');
      });

      it('has no rights beyond their own database', async () => {
        const neighbour = await customer.createNeighbour();
        const theirs = await customer.logIn(neighbour);
        await theirs.query('create table secrets (content varchar(20))');
        const client = await customer.logIn();
        for (const statement of dialect.forbidden(customer.credentials, neighbour)) {
          await expect(client.query(statement), statement).rejects.toThrow();
        }
        expect(await theirs.query('select * from secrets')).toEqual([]);
      });

      it('has a connection limit, and leaves connections to others', async () => {
        for (let count = 0; count < 3; count++) await customer.logIn();
        await expect(customer.server.logIn(customer.credentials)).rejects.toThrow();
        await customer.logIn(await customer.createNeighbour());
        expect((await customer.dump()).length).toBeGreaterThan(0);
      });
    });

    describe('a password', () => {
      it.each(passwords)('%s lets the customer log in', async (password) => {
        const { server, driver, credentials } = customer;
        await driver.create({ ...credentials, password });
        await customer.logIn({ ...credentials, password });
        await expect(server.logIn({ ...credentials, password: `${password}x` })).rejects.toThrow();
        await expect(server.logIn(credentials)).rejects.toThrow();
      });

      it('is refused if it is empty', async () => {
        const { driver, credentials } = customer;
        await expect(driver.create({ ...credentials, password: '' })).rejects.toMatchObject({ code: 'refused' });
      });
    });

    describe('a removal', () => {
      it('ends open connections, even reconnecting ones', async () => {
        const { server, driver, credentials } = customer;
        const [idle, busy] = [await customer.logIn(), await customer.logIn()];
        await busy.query('create table work (id int)');
        await busy.query('begin');
        await busy.query('insert into work values (1)');
        let removed = false;
        const insisting = (async () => {
          while (!removed) {
            const client = await server.logIn(credentials).catch(() => sleep(1));
            await client?.close();
          }
        })();
        await driver.remove(credentials);
        removed = true;
        await Promise.all([idle.closed, busy.closed, insisting]);
        expect((await server.inventory()).filter((name) => name.startsWith(customer.database))).toEqual([]);
      });

      it('keeps a database of another owner with the same name', async () => {
        const { server, driver, credentials, database } = customer;
        await driver.remove(credentials);
        await server.administer(`create database ${database}`);
        try {
          await expect(driver.create(credentials)).rejects.toMatchObject({ code: 'conflict' });
          await driver.remove(credentials);
          expect(await server.inventory()).toContain(database);
          await expect(driver.size(database)).rejects.toMatchObject({ code: 'not_found' });
          await expect(driver.dump(database)).rejects.toMatchObject({ code: 'not_found' });
        } finally {
          await server.administer(`drop database ${database}`);
        }
      });
    });
  });
}
