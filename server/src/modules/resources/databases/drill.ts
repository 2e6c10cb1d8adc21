import { randomBytes } from 'node:crypto';
import { type SqlEngine, sqlEngines } from '#engines/sql/driver.ts';
import type { BackupDrill, Target } from '../backups/index.ts';
import { errors } from './errors.ts';
import type { DatabaseService } from './service.ts';
import type { SqlDrivers } from './view.ts';

interface DrillTarget extends Target {
  type: 'database';
  engine: SqlEngine;
  username: string;
}

interface Dependencies {
  databases: Pick<DatabaseService, 'find'>;
  drivers: SqlDrivers;
}

/**
 * Returns the name of a throw-away database. Never a name of a customer's database, which begins with the number of an
 * account. Other installations may use the same server and have a backup with this id, so the name is random.
 */
function nameDrill(backupId: number): string {
  return `drill_${backupId}_${randomBytes(8).toString('hex')}`;
}

/** Restores a backup of a database into another database, which no customer sees. */
export function createDatabaseDrill({ databases, drivers }: Dependencies): BackupDrill<DrillTarget> {
  return {
    *choose(accountId, { id, resource_id, engine }) {
      // Backups of earlier versions have no engine; their database must still exist.
      const known = sqlEngines.find((one) => one === engine) ?? (yield* databases.find(accountId, resource_id)).engine;
      if (!known) throw errors.backup_engine_unknown();
      return { type: 'database', engine: known, username: nameDrill(id) };
    },

    async run({ engine, username }, open, options) {
      const driver = drivers[engine];
      // The load replaces the content of an earlier attempt.
      await driver.create({ database: username, username, password: randomBytes(24).toString('hex') }, options);
      await driver.load(username, await open(), options);
      await driver.size(username);
    },

    clear: ({ engine, username }, options) => drivers[engine].remove({ database: username, username }, options),
  };
}
