import type { StorageDriver } from '../../engines/storage/driver.ts';
import type { VpsDriver } from '../../engines/vps/driver.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Clock } from '../../kernel/time.ts';
import type { Module } from '../../module.ts';
import { actionJob } from '../actions/index.ts';
import type { SqlDrivers } from '../databases/index.ts';
import { createBackupActions } from './actions.ts';
import { createDatabaseResource, type Databases } from './database-resource.ts';
import { createHostingResource, type Servers } from './hosting-resource.ts';
import { migrations } from './migrations.ts';
import { createResources } from './resources.ts';
import { backupRoutes } from './routes.ts';
import { createBackupService } from './service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  engines: { storage: StorageDriver; vps: VpsDriver; sql: SqlDrivers };
  servers: Servers;
  databases: Databases;
}

export function backupsModule({ db, clock, engines, servers, databases }: Dependencies): Module {
  const resources = createResources(
    createHostingResource(servers, engines.vps),
    createDatabaseResource(databases, engines.sql),
  );
  const actions = createBackupActions({ db, storage: engines.storage, resources });
  return {
    name: 'backups',
    tag: 'Copies of servers and databases, and the way back.',
    migrations,
    routes: backupRoutes(createBackupService({ actions, resources })),
    jobs: [actionJob(actions.create, { db, clock }), actionJob(actions.restore, { db, clock })],
  };
}
