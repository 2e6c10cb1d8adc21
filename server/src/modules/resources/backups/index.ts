import type { StorageDriver } from '../../../engines/storage/driver.ts';
import type { VpsDriver } from '../../../engines/vps/driver.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Module } from '../../../module.ts';
import type { SqlDrivers } from '../databases/index.ts';
import { createBackupActions } from './actions.ts';
import { backupCommands } from './commands.ts';
import { createDatabaseResource, type Databases } from './database-resource.ts';
import { createHostingResource, type Servers } from './hosting-resource.ts';
import { removeLeftover } from './jobs.ts';
import { migrations } from './migrations.ts';
import { type BackupOperatorService, createBackupOperatorService } from './operator-service.ts';
import { createResources } from './resources.ts';
import { backupRoutes } from './routes.ts';
import { endSchedules, runSchedules } from './schedules/jobs.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { createScheduleService } from './schedules/service.ts';
import { schedulesLimit } from './schedules/store.ts';
import { createBackupService } from './service.ts';
import { backupBytesLimit, backupsLimit } from './store.ts';

export type { BackupOperatorService };

interface Dependencies {
  db: Database;
  engines: { storage: StorageDriver; vps: VpsDriver; sql: SqlDrivers };
  servers: Servers;
  databases: Databases;
}

interface BackupsModule extends Module {
  operator: { backups: BackupOperatorService };
}

export function backupsModule({ db, engines, servers, databases }: Dependencies): BackupsModule {
  const resources = createResources(
    createHostingResource(servers, engines.vps),
    createDatabaseResource(databases, engines.sql),
  );
  const { storage } = engines;
  const actions = createBackupActions({ db, storage, resources });
  const backups = createBackupService({ actions, resources });
  const schedules = createScheduleService({ backups, resources });
  const operator = createBackupOperatorService({ db, storage });
  return {
    name: 'backups',
    tag: 'Copies of servers and databases, when they are made by themselves, and the way back.',
    migrations,
    limits: [backupsLimit, backupBytesLimit, schedulesLimit],
    routes: [...backupRoutes(backups), ...scheduleRoutes(schedules)],
    actions: Object.values(actions),
    jobs: [removeLeftover({ storage })],
    recurring: [runSchedules({ db, schedules }), endSchedules({ db, schedules })],
    commands: backupCommands({ backups: operator }),
    operator: { backups: operator },
  };
}
