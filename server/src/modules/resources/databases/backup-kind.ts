import { type SqlEngine, sqlEngines } from '#engines/sql/driver.ts';
import type { BackupKind, Target } from '../backups/index.ts';
import { databaseKey } from './actions.ts';
import { createDatabaseDrill } from './drill.ts';
import { errors } from './errors.ts';
import type { DatabaseService } from './service.ts';
import type { SqlDrivers } from './view.ts';

interface DatabaseTarget extends Target {
  type: 'database';
  engine: SqlEngine;
  username: string;
}

interface Dependencies {
  databases: Pick<DatabaseService, 'find' | 'hold' | 'beginRestore' | 'endRestore'>;
  drivers: SqlDrivers;
}

const type = 'database';

/** Backs up databases. Load never reports damage: a failed load leaves the existing data in place. */
export function createDatabaseBackups({ databases, drivers }: Dependencies): BackupKind<DatabaseTarget, never> {
  function* choose(accountId: number, id: number) {
    const database = yield* databases.hold(accountId, id);
    const { engine, username, name: label, status, size_bytes: sizeBytes } = database;
    const target: DatabaseTarget = { type, engine, username };
    return { status, label, serialKey: databaseKey(database), target, engine, sizeBytes };
  }

  return {
    type,
    name: 'database',
    engines: sqlEngines,

    *describe(accountId, id) {
      const { name: label, engine } = yield* databases.find(accountId, id);
      return { label, engine, isOver: false };
    },

    *chooseForBackup(accountId, id) {
      const { status, ...chosen } = yield* choose(accountId, id);
      if (status !== 'active') throw errors.database_cannot_be_backed_up({ status });
      return chosen;
    },

    *beginRestore(accountId, id) {
      const { status, ...chosen } = yield* choose(accountId, id);
      if (!(yield* databases.beginRestore(accountId, id))) {
        throw errors.database_cannot_be_restored({ status });
      }
      return chosen;
    },

    *endRestore(accountId, id) {
      yield* databases.endRestore(accountId, id);
    },

    drill: createDatabaseDrill({ databases, drivers }),

    dump: ({ engine, username }, options) => drivers[engine].dump(username, options),

    examine: ({ engine }, source, options) => drivers[engine].examine(source, options),

    async load({ engine, username }, source, options) {
      await drivers[engine].load(username, source, options);
      return undefined;
    },

    inspect: async () => undefined,
  };
}
