import type { Readable } from 'node:stream';
import type { Database, Query } from '@hostler/database';
import { EngineError, type OperationOptions } from '#engines/engine.ts';
import type { StorageDriver } from '#engines/storage/driver.ts';
import { notFound } from '#kernel/errors.ts';
import { errors } from './errors.ts';
import { storageKey } from './removal.ts';
import { findBackup } from './store.ts';

/** Backups of servers for the module of servers, which stands on this one. */
export interface ServerBackups {
  /** Returns the server of a completed backup. Throws NOT_FOUND, or CONFLICT if it cannot be restored. */
  find(accountId: number, id: number): Query<{ hostingId: number }>;
  /** Opens the archive after a check of its whole content. Throws `refused` if it is damaged or removed. */
  open(accountId: number, id: number, options: OperationOptions): Promise<Readable>;
}

interface Dependencies {
  db: Database;
  storage: StorageDriver;
}

/** Backups of servers as sources of new servers. */
export function createServerBackups({ db, storage }: Dependencies): ServerBackups {
  return {
    *find(accountId, id) {
      const backup = yield* findBackup(accountId, id);
      if (!backup) throw notFound('Backup');
      if (backup.resource_type !== 'hosting') throw errors.backup_not_of_vps();
      const isGood = backup.status === 'completed' || backup.status === 'restoring';
      if (!isGood || backup.checksum === null) {
        throw errors.backup_not_completed({ status: backup.status });
      }
      return { hostingId: backup.resource_id };
    },

    async open(accountId, id, options) {
      const backup = await db.read(findBackup(accountId, id));
      if (!backup) throw new EngineError('refused', 'The backup that this server is created from was removed.');
      const key = storageKey(accountId, id);
      if ((await storage.verify(key, options)).sha256 !== backup.checksum) {
        throw new EngineError('refused', 'The backup file is damaged.');
      }
      return await storage.read(key, options);
    },
  };
}
