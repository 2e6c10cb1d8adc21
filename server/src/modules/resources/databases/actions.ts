import type { Database, Query } from '@hostler/database';
import type { SqlAccess, SqlEngine } from '#engines/sql/driver.ts';
import type { Vault } from '#kernel/crypto.ts';
import type { ActionKind, ActionResource } from '#kernel/jobs/action-kind.ts';
import { findSuspension } from '../../identity/accounts/index.ts';
import { readServerVersion } from './server-version.ts';
import { changeStatus, type DatabaseFacts, findDatabase, noteFacts } from './store.ts';
import type { SqlDrivers } from './view.ts';

const RESOURCE: ActionResource = { type: 'database', scopes: ['databases.read', 'databases.write'], lane: 'sql' };

interface DatabaseInput {
  engine: SqlEngine;
  username: string;
}

export interface CreateInput extends DatabaseInput {
  /** Encrypted. Erased with the action's input when the action ends. */
  sealedPassword: string;
}

interface AccessInput extends DatabaseInput {
  accountId: number;
  databaseId: number;
}

export type ResetInput = CreateInput & AccessInput;

export type DatabaseActions = ReturnType<typeof createDatabaseActions>;

interface Dependencies {
  db: Database;
  drivers: SqlDrivers;
  vault: Vault;
}

export function createDatabaseActions({ db, drivers, vault }: Dependencies) {
  const create: ActionKind<CreateInput, DatabaseFacts> = {
    type: 'database.create',
    resource: RESOURCE,
    async run({ engine, username, sealedPassword }, { signal }) {
      const driver = drivers[engine];
      await driver.create({ database: username, username, password: vault.open(sealedPassword) }, { signal });
      const [version, sizeBytes] = await Promise.all([readServerVersion(driver), driver.size(username)]);
      return { version, sizeBytes };
    },
    *succeed({ accountId, resourceId, now }, _input, facts) {
      yield* changeStatus(accountId, resourceId, 'creating', 'active');
      yield* noteFacts(accountId, resourceId, facts, now);
    },
    // Keep the record: when the customer removes it, a partly created database on the server is removed too.
    *fail({ accountId, resourceId }) {
      yield* changeStatus(accountId, resourceId, 'creating', 'error');
    },
    simulate: () => ({ version: 'simulated', sizeBytes: 0 }),
  };

  const resetPassword: ActionKind<ResetInput, void> = {
    type: 'database.reset-password',
    resource: RESOURCE,
    async run({ engine, username, sealedPassword, accountId, databaseId }, { signal }) {
      const driver = drivers[engine];
      const database = { database: username, username };
      // Fail if the server has lost the database. `create` alone creates an empty one.
      await driver.size(username);
      await driver.create({ ...database, password: vault.open(sealedPassword) }, { signal });
      // Apply the current access again: it may have changed while the action was queued.
      const access = (await db.read(findAccess(accountId, databaseId))) ?? 'full';
      if (access !== 'full') await driver.setAccess(database, access);
    },
    *succeed() {},
    *fail() {},
    simulate() {},
  };

  /** Applies what the owner can do by now, see `findAccess`. */
  const setAccess: ActionKind<AccessInput, void> = {
    type: 'database.access',
    resource: RESOURCE,
    neverRefused: true,
    waitsForEngine: true,
    async run({ engine, username, accountId, databaseId }) {
      const access = await db.read(findAccess(accountId, databaseId));
      if (access) await drivers[engine].setAccess({ database: username, username }, access);
    },
    *succeed() {},
    *fail() {},
    simulate() {},
  };

  const remove: ActionKind<DatabaseInput, void> = {
    type: 'database.remove',
    resource: RESOURCE,
    neverRefused: true,
    run: ({ engine, username }, { signal }) => drivers[engine].remove({ database: username, username }, { signal }),
    waitsForEngine: true,
    // The record was deleted with the request. Nothing is left to change.
    *succeed() {},
    *fail() {},
    simulate() {},
  };

  return { create, resetPassword, setAccess, remove };
}

/**
 * Returns the serial key of a database. Actions on the same name run in order, even if the database is removed and
 * created again.
 */
export function databaseKey({ engine, username }: DatabaseInput): string {
  return `${engine} ${username}`;
}

/** Returns what the owner can do: nothing while the account is suspended. Undefined if the database was removed. */
function* findAccess(accountId: number, databaseId: number): Query<SqlAccess | undefined> {
  const database = yield* findDatabase(accountId, databaseId);
  return database && ((yield* findSuspension(accountId)) ? 'closed' : database.access);
}
