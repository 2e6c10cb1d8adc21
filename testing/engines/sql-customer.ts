import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlCredentials } from '../../server/src/engines/sql/driver.ts';
import { nameBeside } from '../../server/src/engines/sql/names.ts';
import { nameDatabase } from '../contracts/sql.ts';
import type { SqlClient, SqlServer } from './sql-server.ts';

export type SqlCustomer = Awaited<ReturnType<typeof openSqlCustomer>>;

/** Opens a customer with a new database on that server. */
export async function openSqlCustomer(server: SqlServer) {
  const clients: SqlClient[] = [];
  const { driver } = server;

  async function createNeighbour(name = nameDatabase('neighbour')): Promise<SqlCredentials> {
    const credentials = { database: name, username: name, password: randomUUID() };
    await driver.create(credentials);
    return credentials;
  }
  const credentials = await createNeighbour(nameDatabase('shop'));
  const { database } = credentials;

  /** Opens a connection for the duration of the test. */
  async function logIn(as = credentials): Promise<SqlClient> {
    const client = await server.logIn(as);
    clients.push(client);
    return client;
  }

  /** Returns the results of all statements, on a short connection. */
  async function run(...statements: readonly string[]): Promise<Record<string, unknown>[][]> {
    const client = await server.logIn(credentials);
    try {
      const answers: Record<string, unknown>[][] = [];
      for (const statement of statements) answers.push(await client.query(statement));
      return answers;
    } finally {
      await client.close();
    }
  }

  /** Returns temporary databases of our operations. */
  async function listBeside(): Promise<string[]> {
    const places = (['new', 'old', 'swap'] as const).map((what) => nameBeside(database, what));
    return (await server.inventory()).filter((name) => places.includes(name));
  }

  return {
    server,
    driver,
    credentials,
    database,
    createNeighbour,
    logIn,
    run,
    dump: async () => buffer(await driver.dump(database)),
    load: (whole: Buffer) => driver.load(database, Readable.from([whole])),
    listBeside,
    async untilNothingIsLeft() {
      while ((await listBeside()).length > 0) await sleep(20);
      while ((await server.listGuests(database)).length > 0) await sleep(20);
    },
    async close() {
      await Promise.allSettled(clients.splice(0).map((client) => client.close()));
      await server.close();
    },
  };
}
