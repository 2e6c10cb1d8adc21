import type { SqlEngine } from '../../../engines/sql/driver.ts';
import type { DatabaseService, SqlDrivers } from '../databases/index.ts';
import { conflict, type ResourceKind } from './resource.ts';

export type Databases = Pick<DatabaseService, 'find' | 'hold' | 'beginRestore' | 'endRestore' | 'serialKeyOf'>;

export interface DatabaseTarget {
  type: 'database';
  engine: SqlEngine;
  username: string;
}

export function createDatabaseResource(databases: Databases, drivers: SqlDrivers): ResourceKind<DatabaseTarget> {
  function* choose(accountId: number, id: number) {
    const database = yield* databases.hold(accountId, id);
    const { engine, username, name: label, status, size_bytes: sizeBytes } = database;
    const target = { type: 'database' as const, engine, username };
    return { status, label, serialKey: databases.serialKeyOf(database), target, engine, sizeBytes };
  }

  return {
    *describe(accountId, id) {
      const { name: label, engine } = yield* databases.find(accountId, id);
      return { label, engine, isOver: false };
    },

    *chooseForBackup(accountId, id) {
      const { status, ...chosen } = yield* choose(accountId, id);
      if (status !== 'active') throw conflict(`This database is ${status}; no backup can be made of it now.`);
      return chosen;
    },

    *beginRestore(accountId, id) {
      const { status, ...chosen } = yield* choose(accountId, id);
      if (!(yield* databases.beginRestore(accountId, id))) {
        throw conflict(`This database is ${status}; it cannot be restored now.`);
      }
      return chosen;
    },

    *endRestore(accountId, id) {
      yield* databases.endRestore(accountId, id);
    },

    dump: ({ engine, username }, options) => drivers[engine].dump(username, options),

    examine: ({ engine }, source, options) => drivers[engine].examine(source, options),

    async load({ engine, username }, source, options) {
      await drivers[engine].load(username, source, options);
      return undefined;
    },

    look: async () => undefined,
  };
}
