import { randomBase62, type Vault } from '../../../kernel/crypto.ts';
import type { Page, PageRequest } from '../../../kernel/db/page.ts';
import { lockName, type Query } from '../../../kernel/db/query.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { startAction } from '../../platform/actions/index.ts';
import { type DatabaseActions, databaseKey } from './actions.ts';
import type { NewDatabase } from './schemas.ts';
import * as store from './store.ts';

const PASSWORD_LENGTH = 32;

interface Dependencies {
  actions: DatabaseActions;
  vault: Vault;
}

export type DatabaseService = ReturnType<typeof createDatabaseService>;

export function createDatabaseService({ actions, vault }: Dependencies) {
  function list(accountId: number, page: PageRequest): Query<Page<store.DatabaseRow>> {
    return store.listDatabases(accountId, page);
  }

  function* find(accountId: number, id: number): Query<store.DatabaseRow> {
    const database = yield* store.findDatabase(accountId, id);
    if (!database) throw notFound('Database');
    return database;
  }

  /** The password is answered and otherwise only kept sealed, for the work that gives it to the server. */
  function* create(accountId: number, { name, engine: asked = 'postgresql' }: NewDatabase, now: number) {
    const engine = asked === 'mysql' ? 'mariadb' : asked;
    const username = realName(accountId, name);
    const database = yield* store.insertDatabase(accountId, { name, engine, username, created_at: now });
    if (!database) {
      throw new AppError(
        'DATABASE_ALREADY_EXISTS',
        `This account already has a database named ${name}. Choose another name.`,
      );
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

  /** The old one is good until its server has the new one. */
  function* resetPassword(accountId: number, id: number, now: number) {
    const database = yield* hold(accountId, id);
    const { engine, username, status } = database;
    if (status !== 'active') {
      throw new AppError('CONFLICT', `This database is ${status}. Reset its password when it is active.`);
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

  /** The name is free from this commit; whoever takes it again gets a database made after the old one is gone. */
  function* remove(accountId: number, id: number, now: number): Query<store.DatabaseRow> {
    const { engine, username } = yield* hold(accountId, id);
    const database = yield* store.deleteDatabase(accountId, id);
    if (!database) {
      yield* find(accountId, id);
      throw new AppError('CONFLICT', 'This database is being restored. Remove it when the restore has ended.');
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
   * The database, with the right to queue work on it: until this transaction ends nobody else queues any, so that work
   * is done in the order in which it was accepted, and none is queued on a database that is going.
   */
  function* hold(accountId: number, id: number): Query<store.DatabaseRow> {
    yield* lockName(databaseKey(yield* find(accountId, id)));
    return yield* find(accountId, id);
  }

  /** False when it is not active, so that it cannot be restored now. */
  function* beginRestore(accountId: number, id: number): Query<boolean> {
    return (yield* store.changeStatus(accountId, id, 'active', 'restoring')) !== undefined;
  }

  /** Restored or not, it is whole: a load that failed left what was there. */
  function* endRestore(accountId: number, id: number): Query<void> {
    yield* store.changeStatus(accountId, id, 'restoring', 'active');
  }

  /** Closes all databases of an account, or opens them again as far as their size allows. */
  function* followSuspension(accountId: number, now: number): Query<void> {
    for (const database of yield* store.listUsable(accountId)) {
      const { id, engine, username } = database;
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

/** At most 63 characters, which every server takes, while account ids have no more than thirteen digits. */
function realName(accountId: number, name: string): string {
  return `a${accountId}_${name}`;
}
