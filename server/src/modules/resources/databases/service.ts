import { lockName, type Page, type PageRequest, type Query } from '@hostler/database';
import { randomBase62, type Vault } from '#kernel/crypto.ts';
import { notFound } from '#kernel/errors.ts';
import { startAction } from '../../platform/actions/index.ts';
import { accessAfterSuspension } from './access.ts';
import { type DatabaseActions, databaseKey } from './actions.ts';
import { errors } from './errors.ts';
import type { NewDatabase } from './schemas.ts';
import { createServerNaming } from './server-name.ts';
import * as store from './store.ts';

const PASSWORD_LENGTH = 32;

interface Dependencies {
  actions: DatabaseActions;
  vault: Vault;
}

export type DatabaseService = ReturnType<typeof createDatabaseService>;

export function createDatabaseService({ actions, vault }: Dependencies) {
  const nameOnServer = createServerNaming(vault);

  function list(accountId: number, page: PageRequest): Query<Page<store.DatabaseRow>> {
    return store.listDatabases(accountId, page);
  }

  function* find(accountId: number, id: number): Query<store.DatabaseRow> {
    const database = yield* store.findDatabase(accountId, id);
    if (!database) throw notFound('Database');
    return database;
  }

  /**
   * Creates a database. The password is returned once and otherwise kept only encrypted, for the action that sets it.
   */
  function* create(accountId: number, { name, engine: asked = 'postgresql' }: NewDatabase, now: number) {
    const engine = asked === 'mysql' ? 'mariadb' : asked;
    const username = nameOnServer(accountId, name);
    const database = yield* store.insertDatabase(accountId, { name, engine, username, created_at: now });
    if (!database) {
      throw errors.database_name_taken({ name });
    }
    yield* store.databasesLimit.check(accountId);
    const password = randomBase62(PASSWORD_LENGTH);
    yield* startAction(actions.create, {
      accountId,
      resourceId: database.id,
      input: { engine, username, sealedPassword: vault.seal(password) },
      serialKey: databaseKey(database),
      now,
    });
    return { database, password };
  }

  /** Queues a password reset. The old password is valid until the server has the new one. */
  function* resetPassword(accountId: number, id: number, now: number) {
    const database = yield* hold(accountId, id);
    const { engine, username, status } = database;
    if (status !== 'active') {
      throw errors.database_password_not_now({ status });
    }
    const password = randomBase62(PASSWORD_LENGTH);
    const action = yield* startAction(actions.resetPassword, {
      accountId,
      resourceId: id,
      input: { accountId, databaseId: id, engine, username, sealedPassword: vault.seal(password) },
      serialKey: databaseKey(database),
      now,
    });
    return { database, password, actionId: action.id };
  }

  /**
   * Removes a database. Its name is free after this commit; a new database of that name is created after the old one is
   * gone.
   */
  function* remove(accountId: number, id: number, now: number): Query<store.DatabaseRow> {
    const { engine, username } = yield* hold(accountId, id);
    const database = yield* store.deleteDatabase(accountId, id);
    if (!database) {
      yield* find(accountId, id);
      throw errors.database_being_restored();
    }
    yield* startAction(actions.remove, {
      accountId,
      resourceId: id,
      input: { engine, username },
      serialKey: databaseKey(database),
      now,
    });
    return database;
  }

  /**
   * Locks a database and returns it. Until the transaction ends nobody else can queue actions on it. Actions therefore
   * run in the order in which they were accepted, and none is queued on a database that is being removed.
   */
  function* hold(accountId: number, id: number): Query<store.DatabaseRow> {
    yield* lockName(databaseKey(yield* find(accountId, id)));
    return yield* find(accountId, id);
  }

  /** Returns false if the database is not active and therefore cannot be restored now. */
  function* beginRestore(accountId: number, id: number): Query<boolean> {
    return (yield* store.changeStatus(accountId, id, 'active', 'restoring')) !== undefined;
  }

  /** Sets the database to active, also after a failed restore: a failed load leaves the existing data in place. */
  function* endRestore(accountId: number, id: number): Query<void> {
    yield* store.changeStatus(accountId, id, 'restoring', 'active');
  }

  /** Closes all databases of an account, or opens them again as far as their size allows. */
  function* followSuspension(accountId: number, isSuspended: boolean, now: number): Query<void> {
    const limit = yield* store.databaseBytesLimit.read(accountId);
    for (const database of yield* store.listUsable(accountId)) {
      const { id, engine, username, access: before, size_bytes } = database;
      const access = isSuspended ? 'closed' : accessAfterSuspension(size_bytes, limit);
      if (access !== before) yield* store.changeAccess(accountId, id, before, access);
      yield* startAction(actions.setAccess, {
        accountId,
        resourceId: id,
        input: { accountId, databaseId: id, engine, username },
        serialKey: databaseKey(database),
        now,
      });
    }
  }

  return { followSuspension, list, find, create, resetPassword, remove, hold, beginRestore, endRestore };
}
