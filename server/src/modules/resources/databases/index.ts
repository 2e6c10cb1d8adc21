import type { Database } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import type { Logger } from '#kernel/log.ts';
import type { Outages } from '#kernel/outages.ts';
import type { Module } from '#program/module.ts';
import type { Tickets } from '../../support/tickets/index.ts';
import type { BackupKind } from '../backups/index.ts';
import { createDatabaseActions } from './actions.ts';
import { createDatabaseBackups } from './backup-kind.ts';
import { databaseCommands } from './commands.ts';
import { enforceBounds } from './enforce.ts';
import { measureSizes } from './jobs.ts';
import { migrations } from './migrations.ts';
import { createDatabaseOperatorService, type DatabaseOperatorService } from './operator-service.ts';
import { databaseRoutes } from './routes.ts';
import { createDatabaseService, type DatabaseService } from './service.ts';
import { databaseBytesLimit, databasesLimit } from './store.ts';
import { createDatabaseView, type SqlDrivers } from './view.ts';

export type { DatabaseService };

interface Dependencies {
  db: Database;
  log: Logger;
  outages: Outages;
  vault: Vault;
  drivers: SqlDrivers;
  /** Notifies owners when the access to a database changes. */
  tickets: Tickets;
}

interface DatabasesModule extends Module {
  backupKind: BackupKind;
  operator: { databases: DatabaseOperatorService };
  customer: { databases: DatabaseService };
}

export function databasesModule(dependencies: Dependencies): DatabasesModule {
  const { db, log, outages, vault, drivers, tickets } = dependencies;
  const actions = createDatabaseActions({ db, drivers, vault });
  const databases = createDatabaseService({ actions, vault });
  const view = createDatabaseView(drivers);
  const operator = createDatabaseOperatorService(view);
  return {
    name: 'databases',
    tag: 'Databases on shared database servers.',
    migrations,
    limits: [databasesLimit, databaseBytesLimit],
    routes: databaseRoutes(databases, view),
    actions: Object.values(actions),
    retries: {
      'database.create': {
        instead: 'Its password was erased. Have the customer remove the database and create it again.',
      },
      'database.reset-password': { instead: 'The password was erased. Have the customer set it again.' },
      'database.remove': { instead: 'Remove the database on its server by hand.' },
    },
    recurring: [measureSizes({ db, log, drivers, tickets }), enforceBounds({ drivers, log, outages })],
    commands: databaseCommands({ db, databases: operator }),
    operator: { databases: operator },
    backupKind: createDatabaseBackups({ databases, drivers }),
    customer: { databases },
  };
}
