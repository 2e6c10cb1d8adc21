import type { Database, Query } from '@hostler/database';
import type { StorageDriver } from '#engines/storage/driver.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import { createBackupActions } from './actions.ts';
import { createServerBackups, type ServerBackups } from './archives.ts';
import type { BackupKind } from './backup-kind.ts';
import { backupCommands } from './commands.ts';
import { tellOfDrills } from './drills/customer-mail.ts';
import { clearDrill } from './drills/jobs.ts';
import { backupFailures } from './failures.ts';
import { removeLeftover } from './jobs.ts';
import { createBackupKinds } from './kinds.ts';
import { createLastBackups, type LastBackups } from './last/service.ts';
import { migrations } from './migrations.ts';
import { type OrderServer, ServerOrders } from './new-server.ts';
import { type BackupOperatorService, createBackupOperatorService } from './operator-service.ts';
import { backupRoutes } from './routes.ts';
import { tellOfFailures } from './schedules/customer-mail.ts';
import { endSchedules, runSchedules } from './schedules/jobs.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { createScheduleService, type ScheduleService } from './schedules/service.ts';
import { schedulesLimit } from './schedules/store.ts';
import { type BackupService, createBackupService } from './service.ts';
import { backupBytesLimit, backupsLimit } from './store.ts';

export type { BackupDrill, BackupKind, Target } from './backup-kind.ts';
export type { BackupOperatorService, BackupService, LastBackups, OrderServer, ScheduleService, ServerBackups };

interface Dependencies {
  db: Database;
  clock: Clock;
  storage: StorageDriver;
  /** Kinds of resources that can be backed up. */
  kinds: readonly BackupKind[];
  customerMail: CustomerMail;
  links: Links;
  /** Returns the account of a server. Throws NOT_FOUND. */
  findOwner(hostingId: number): Query<number>;
}

interface BackupsModule extends Module {
  lastBackups: LastBackups;
  newServers: ServerOrders;
  serverBackups: ServerBackups;
  operator: { backups: BackupOperatorService };
  customer: { backups: BackupService; schedules: ScheduleService };
}

export function backupsModule({ db, clock, storage, ...given }: Dependencies): BackupsModule {
  const kinds = createBackupKinds(given.kinds);
  const tell = tellOfFailures({ ...given, kinds });
  const actions = createBackupActions({ db, storage, kinds, tellOfFailures: tell, tellOfDrill: tellOfDrills(given) });
  const backups = createBackupService({ actions, kinds });
  const newServers = new ServerOrders();
  const lastBackups = createLastBackups({ kinds, backups });
  const schedules = createScheduleService({ backups, kinds, tellOfFailures: tell });
  const operator = createBackupOperatorService({ db, clock, storage, lastBackups, findOwner: given.findOwner });
  return {
    name: 'backups',
    tag: 'Backups of servers and databases, backup schedules and restores.',
    migrations,
    limits: [backupsLimit, backupBytesLimit, schedulesLimit],
    routes: [...backupRoutes(backups, kinds, newServers), ...scheduleRoutes(schedules, kinds)],
    actions: Object.values(actions),
    jobs: [removeLeftover({ storage }), clearDrill({ kinds })],
    recurring: [
      runSchedules({ db, schedules, engines: given.kinds.flatMap(({ engines }) => engines) }),
      endSchedules({ db, schedules }),
    ],
    failures: [backupFailures(backups)],
    retries: {
      'backup.restore': { retry: backups.restore },
      'backup.verify': { retry: backups.verify },
      'backup.remove': { instead: 'Run hostler backup orphans --remove.' },
    },
    commands: backupCommands({ db, backups: operator, kinds }),
    lastBackups,
    newServers,
    serverBackups: createServerBackups({ db, storage }),
    operator: { backups: operator },
    customer: { backups, schedules },
  };
}
