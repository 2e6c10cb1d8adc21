import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../server/src/engines/engine.ts';
import type {
  SqlBounds,
  SqlCredentials,
  SqlDatabase,
  SqlDriver,
  SqlEngine,
} from '../../server/src/engines/sql/driver.ts';

export interface SqlServerTestOptions {
  /** The driver works as the administrator that the guide recommends, instead of one that may do everything. */
  leastPrivileged?: boolean;
  connectionLimit?: number;
  bounds?: SqlBounds;
  /** The driver connects here, to something that stands before the server. */
  port?: number;
  programFolders?: readonly string[];
}

/** A client as any customer has one. */
export interface SqlClient {
  query(statement: string): Promise<Record<string, unknown>[]>;
  /** When the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** A real server for the tests, seen from the driver, from customers and from its almighty administrator. */
export interface SqlServer {
  readonly engine: SqlEngine;
  readonly driver: SqlDriver;
  /** Whom the driver works as. */
  readonly administratorName: string;
  logIn(credentials: SqlCredentials): Promise<SqlClient>;
  administer(statement: string, database?: string): Promise<Record<string, unknown>[]>;
  /** The names of all databases and users. */
  inventory(): Promise<string[]>;
  /** The users that our tools have for work on this database. */
  listGuests(database: string): Promise<string[]>;
  /** Takes away what was made through the driver. */
  close(): Promise<void>;
}

export type OpenSqlServer = (url: string, options?: SqlServerTestOptions) => Promise<SqlServer>;

export function recordCreations(driver: SqlDriver): { driver: SqlDriver; removeAll(): Promise<void> } {
  const made = new Map<string, SqlDatabase>();
  return {
    driver: {
      ...driver,
      create(credentials, options) {
        const { database, username } = credentials;
        if (/^a\d+_/.test(database) && /^a\d+_/.test(username))
          made.set(`${database} ${username}`, { database, username });
        return driver.create(credentials, options);
      },
    },
    async removeAll() {
      for (const database of made.values()) await removeInTheEnd(driver, database);
    },
  };
}

const TRIES = 5;

/** As the queue would: a guest of the test's last dump may leave at the same moment, which the server collides with or refuses. */
async function removeInTheEnd(driver: SqlDriver, database: SqlDatabase): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      return await driver.remove(database);
    } catch (error) {
      if (left === 1 || !(error instanceof EngineError)) throw error;
      await sleep(100);
    }
  }
}

/** As clients do that know nothing of limits; throws where they do not get in. */
export async function canWriteAs(server: SqlServer, credentials: SqlCredentials): Promise<boolean> {
  const client = await server.logIn(credentials);
  try {
    await client.query('create table written (n int)');
    await client.query('drop table written');
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
