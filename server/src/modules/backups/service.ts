import type { Page, PageRequest } from '../../kernel/db/page.ts';
import type { Query } from '../../kernel/db/query.ts';
import { AppError, notFound, validationError } from '../../kernel/errors.ts';
import { formatTime } from '../../kernel/time.ts';
import { startAction } from '../actions/index.ts';
import type { BackupActions } from './actions.ts';
import type { Chosen } from './resource.ts';
import type { Resources, Target } from './resources.ts';
import type { BackedUpType, BackupStatus, NewBackup } from './schemas.ts';
import * as store from './store.ts';

/** A backup with the work that was queued for it. */
export interface Queued {
  backup: store.BackupRow;
  actionId: number;
}

export type BackupService = ReturnType<typeof createBackupService>;

export function createBackupService({ actions, resources }: { actions: BackupActions; resources: Resources }) {
  function list(accountId: number, page: PageRequest): Query<Page<store.BackupRow>> {
    return store.listBackups(accountId, page);
  }

  function* create(accountId: number, input: NewBackup, now: number): Query<Queued> {
    const { type, id } = readResource(input);
    const { label, serialKey, target }: Chosen<Target> = yield* resources[type].chooseForBackup(accountId, id);
    const backup = yield* store.insertBackup(accountId, {
      name: input.name ?? `${label} ${formatTime(now).slice(0, 16).replace('T', ' ')}`,
      type: 'manual',
      resource_type: type,
      resource_id: id,
      created_at: now,
    });
    const action = yield* startAction(actions.create, {
      accountId,
      resourceId: backup.id,
      input: { accountId, backupId: backup.id, target },
      serialKey,
      now,
    });
    return { backup, actionId: action.id };
  }

  function* restore(accountId: number, id: number, now: number): Query<Queued> {
    const backup = yield* store.findBackup(accountId, id);
    if (!backup) throw notFound('Backup');
    if (backup.status !== 'completed' || backup.checksum === null) throw conflict(NOT_RESTORABLE[backup.status]);
    const { serialKey, target } = yield* beginRestore(accountId, backup, now);
    const restoring = yield* store.changeBackup(accountId, backup, { status: 'restoring' });
    if (!restoring) throw conflict(NOT_RESTORABLE.restoring);
    const action = yield* startAction(actions.restore, {
      accountId,
      resourceId: id,
      input: { accountId, backupId: id, resourceId: backup.resource_id, checksum: backup.checksum, target },
      serialKey,
      now,
    });
    return { backup: restoring, actionId: action.id };
  }

  function* beginRestore(accountId: number, backup: store.BackupRow, now: number): Query<Chosen<Target>> {
    try {
      return yield* resources[backup.resource_type].beginRestore(accountId, backup.resource_id, now);
    } catch (error) {
      // The backup was found; that the place to put it is gone is a matter of state.
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
      const what = backup.resource_type === 'hosting' ? 'VPS' : 'database';
      throw conflict(`The ${what} that this backup was made of is gone; there is nothing to restore it to.`);
    }
  }

  return { list, create, restore };
}

const NOT_RESTORABLE: Record<BackupStatus, string> = {
  pending: 'This backup is not made yet; it can be restored once it is completed.',
  running: 'This backup is being made; it can be restored once it is completed.',
  failed: 'This backup failed; there is nothing to restore.',
  restoring: 'This backup is being restored already.',
  completed: 'This backup has no checksum and cannot be trusted.',
};

function readResource({ hosting_id, database_id }: NewBackup): { type: BackedUpType; id: number } {
  const [hosting, database] = [hosting_id ?? undefined, database_id ?? undefined];
  if (hosting !== undefined && database === undefined) return { type: 'hosting', id: hosting };
  if (database !== undefined && hosting === undefined) return { type: 'database', id: database };
  const message = 'exactly one of hosting_id and database_id must be given.';
  throw validationError(['hosting_id', 'database_id'].map((field) => ({ field, message })));
}

function conflict(message: string): AppError {
  return new AppError('CONFLICT', message);
}
