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
  /** Uses the least privileged administrator of the guide instead of a superuser. */
  leastPrivileged?: boolean;
  connectionLimit?: number;
  bounds?: SqlBounds;
  /** Connects the driver to a relay at this port. */
  port?: number;
  programFolders?: readonly string[];
}

/** A client of a customer. */
export interface SqlClient {
  query(statement: string): Promise<Record<string, unknown>[]>;
  /** Resolves when the connection has ended for any reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** A real server for tests, with access for the driver, for customers and for a superuser. */
export interface SqlServer {
  readonly engine: SqlEngine;
  readonly driver: SqlDriver;
  /** Name of the driver's administrator. */
  readonly administratorName: string;
  logIn(credentials: SqlCredentials): Promise<SqlClient>;
  administer(statement: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Returns the names of all databases and users. */
  inventory(): Promise<string[]>;
  /** Returns the guest users of tools for this database. */
  listGuests(database: string): Promise<string[]>;
  /** Removes what was created through the driver. */
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

/** Retries like the queue: a guest of the last dump may be dropped at the same time, which conflicts. */
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

/** Returns whether a client can write; throws if it cannot log in. */
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
