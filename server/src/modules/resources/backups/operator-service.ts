import type { AccountListRequest, Database, Query } from '@hostler/database';
import type { ListedObject, StorageDriver } from '#engines/storage/driver.ts';
import type { Clock } from '#kernel/time.ts';
import { type Owned, withOwner } from '../owned.ts';
import type { LastBackups } from './last/service.ts';
import { listAllBackups, listKnown } from './operator-store.ts';
import { readStorageKey } from './removal.ts';
import type { Backup, BackupStatus } from './schemas.ts';
import { viewBackup } from './view.ts';

const BATCH = 500;

interface ListRequest extends AccountListRequest<BackupStatus> {
  readonly hosting_id?: number | undefined;
}

interface Orphan {
  file: string;
  size_bytes: number;
  removed: boolean;
}

export type BackupOperatorService = ReturnType<typeof createBackupOperatorService>;

interface Dependencies {
  db: Database;
  clock: Clock;
  storage: StorageDriver;
  lastBackups: LastBackups;
  /** Returns the account of a server. Throws NOT_FOUND. */
  findOwner(hostingId: number): Query<number>;
}

export function createBackupOperatorService({ db, clock, storage, lastBackups, findOwner }: Dependencies) {
  /** Makes the last backup of a suspended VPS. Repeated calls return its progress. */
  function* makeLast({ hosting_id }: { hosting_id: number }) {
    const resource = { type: 'hosting', id: hosting_id };
    const { state, backupId, error } = yield* lastBackups.ensure(yield* findOwner(hosting_id), resource, clock.now());
    return { hosting_id, backup_id: backupId, state, error };
  }

  /** Lists the backups of all accounts or of one. */
  function* list({
    hosting_id,
    ...request
  }: ListRequest = {}): Query<(Owned<Backup> & { resource_name: string | null })[]> {
    const rows = yield* listAllBackups(request, { hosting_id });
    return rows.map((row) => ({ ...withOwner(row, viewBackup(row)), resource_name: row.resource_name }));
  }

  /**
   * Lists files in the storage that no backup needs. With `remove`, deletes those that are named like a backup. Never
   * runs automatically: after a restore of the database to an older state, such files are backups it has forgotten.
   */
  async function listOrphans({ remove = false }: { remove?: boolean } = {}): Promise<Orphan[]> {
    const orphans: Orphan[] = [];
    for await (const { ours, ...file } of findOrphans()) {
      const removed = ours && remove;
      if (removed) await storage.remove(file.file);
      orphans.push({ ...file, removed });
    }
    return orphans;
  }

  async function* findOrphans() {
    let batch: ListedObject[] = [];
    for await (const file of storage.list()) {
      batch.push(file);
      if (batch.length < BATCH) continue;
      yield* await selectOrphans(batch);
      batch = [];
    }
    yield* await selectOrphans(batch);
  }

  /** Returns the files that no backup needs. */
  async function selectOrphans(files: readonly ListedObject[]) {
    const keys = files.map(({ key }) => readStorageKey(key));
    const known = await db.read(listKnown(keys.flatMap((key) => key?.backupId ?? [])));
    const needed = new Set(
      known.filter(({ status }) => status !== 'failed').map((row) => `${row.account_id} ${row.id}`),
    );
    return files.flatMap(({ key, sizeBytes }, index) => {
      const name = keys[index];
      if (name && needed.has(`${name.accountId} ${name.backupId}`)) return [];
      return [{ file: key, size_bytes: sizeBytes, ours: name !== undefined }];
    });
  }

  return { list, listOrphans, makeLast };
}
