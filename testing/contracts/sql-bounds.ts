import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqlCredentials } from '../../server/src/engines/sql/driver.ts';
import type { OpenSqlServer, SqlClient, SqlServer } from '../engines/sql-server.ts';
import { nameDatabase } from './sql.ts';

/** Statements with which a customer of a server exceeds the limits. */
export interface BoundsDialect {
  /** Lifts every limit that a session can lift. */
  readonly lift: readonly string[];
  readonly begin: string;
  readonly write: string;
  readonly sleep: string;
  /** Query for the limits of a new session. */
  readonly readLimits: string;
  readonly limits: Record<string, unknown>;
  /** Removes the limits, as for a customer from before there were any. */
  loosen(credentials: SqlCredentials): string[];
}

const bounds = { statementSeconds: 2, idleTransactionSeconds: 1, tempMb: 64, workMemoryMb: 3 };

/** Verifies that a customer cannot exceed the limits, even on purpose. */
export function describeSqlBounds(title: string, url: string, open: OpenSqlServer, dialect: BoundsDialect): void {
  describe(`${title}: the limits of a customer`, () => {
    let server: SqlServer;
    let customer: SqlCredentials;
    const clients: SqlClient[] = [];

    beforeEach(async () => {
      server = await open(url, { bounds });
      const database = nameDatabase('bounds');
      customer = { database, username: database, password: 'secret' };
      await server.driver.create(customer);
    });
    afterEach(async () => {
      for (const client of clients.splice(0)) await client.close().catch(() => {});
      await server.close();
    });

    async function logIn(): Promise<SqlClient> {
      const client = await server.logIn(customer);
      clients.push(client);
      return client;
    }

    const enforce = () => server.driver.enforce({ users: [customer.username] });

    async function enforceUntilEnded(client: SqlClient): Promise<void> {
      let closed = false;
      void client.closed.then(() => {
        closed = true;
      });
      let ended = 0;
      while (!closed) ended += await enforce();
      expect(ended).toBeGreaterThan(0);
    }

    it('apply to new sessions', async () => {
      const client = await logIn();
      expect(await client.query(dialect.readLimits)).toEqual([dialect.limits]);
    });

    it('are added to a customer without limits at the next measurement', async () => {
      for (const statement of dialect.loosen(customer)) await server.administer(statement);
      const before = await (await logIn()).query(dialect.readLimits);
      expect(before).not.toEqual([dialect.limits]);
      await server.driver.size(customer.database);
      expect(await (await logIn()).query(dialect.readLimits)).toEqual([dialect.limits]);
    });

    it('end an idle transaction, whatever limits the session has set', async () => {
      const [idle, busy] = [await logIn(), await logIn()];
      for (const statement of ['create table kept (n int)', ...dialect.lift, dialect.begin, dialect.write]) {
        await idle.query(statement);
      }
      await enforceUntilEnded(idle);
      // A session without a transaction is harmless.
      expect(await busy.query('select 1 as one')).toEqual([{ one: 1 }]);
    });

    it('end a statement that takes too long, whatever limits the session has set', async () => {
      const client = await logIn();
      for (const statement of dialect.lift) await client.query(statement);
      const sleeping = client.query(dialect.sleep).catch(() => 'ended');
      await enforceUntilEnded(client);
      expect(await sleeping).toBe('ended');
    });

    it('do not end a session within the limits', async () => {
      const roomy = await open(url);
      const client = await logIn();
      for (const statement of [...dialect.lift, dialect.begin]) await client.query(statement);
      expect(await roomy.driver.enforce({ users: [customer.username] })).toBe(0);
      expect(await client.query('select 1 as one')).toEqual([{ one: 1 }]);
      await roomy.close();
    });
  });
}
