import type { Page, PageRequest, Query } from '@hostler/database';
import { type AppError, isAppError, notFound } from '#kernel/errors.ts';
import { formatTime } from '#kernel/time.ts';
import { refuseIfCrowded, startAction } from '../../platform/actions/index.ts';
import type { BackupActions } from './actions.ts';
import type { BackupKind, Chosen } from './backup-kind.ts';
import { startDrill } from './drills/service.ts';
import { errors } from './errors.ts';
import type { BackupKinds, ResourceRef } from './kinds.ts';
import { refuseIfNeeded } from './last/needed.ts';
import { discardBackup } from './removal.ts';
import type { BackupStatus, BackupType, NewBackup } from './schemas.ts';
import * as store from './store.ts';

/** A backup with its queued action. */
export interface Queued {
  backup: store.BackupRow;
  actionId: number;
}

/** A backup that is planned and not yet started. */
interface Plan {
  of: ResourceRef;
  chosen: Chosen;
  expectedBytes: number | undefined;
}

interface Order {
  type: BackupType;
  /** Defaults to the name of the resource and the time. */
  name?: string | undefined;
  /** Last backups only: when the source was last modified. Limits do not apply to them. */
  lastSince?: number | null | undefined;
}

export type BackupService = ReturnType<typeof createBackupService>;

export function createBackupService({ actions, kinds }: { actions: BackupActions; kinds: BackupKinds }) {
  function list(accountId: number, page: PageRequest, of?: ResourceRef): Query<Page<store.BackupRow>> {
    return store.listBackups(accountId, page, of);
  }

  function* find(accountId: number, id: number): Query<store.BackupRow> {
    const backup = yield* store.findBackup(accountId, id);
    if (!backup) throw notFound('Backup');
    return backup;
  }

  function* create(accountId: number, input: NewBackup, now: number): Query<Queued> {
    return yield* begin(
      accountId,
      yield* plan(accountId, kinds.readChoice(input)),
      { type: 'manual', name: input.name },
      now,
    );
  }

  /** Plans a backup without changing anything. Throws CONFLICT if the resource cannot be backed up now. */
  function* plan(accountId: number, of: ResourceRef): Query<Plan> {
    const chosen = yield* kinds.of(of).chooseForBackup(accountId, of.id);
    yield* refuseIfCrowded(chosen.serialKey);
    return { of, chosen, expectedBytes: (yield* store.findLastSize(accountId, of)) ?? chosen.sizeBytes };
  }

  function* begin(
    accountId: number,
    { of, chosen, expectedBytes }: Plan,
    { type, name, lastSince = null }: Order,
    now: number,
  ): Query<Queued> {
    const isLast = lastSince !== null;
    const backup = yield* store.insertBackup(accountId, {
      name: name ?? `${chosen.label} ${formatTime(now).slice(0, 16).replace('T', ' ')}`,
      type,
      resource_type: of.type,
      resource_id: of.id,
      engine: chosen.engine,
      expected_bytes: Math.max(1, expectedBytes ?? 1),
      created_at: now,
      last_since: lastSince,
    });
    if (!isLast) {
      yield* store.backupsLimit.check(accountId);
      yield* store.backupBytesLimit.check(accountId);
    }
    const action = yield* startAction(isLast ? { ...actions.create, neverRefused: true } : actions.create, {
      accountId,
      resourceId: backup.id,
      input: { accountId, backupId: backup.id, target: chosen.target, expectedBytes, isLast },
      serialKey: chosen.serialKey,
      ...(type === 'scheduled' ? { lane: 'scheduled' as const } : {}),
      now,
    });
    return { backup, actionId: action.id };
  }

  function* restore(accountId: number, id: number, now: number): Query<Queued> {
    const backup = yield* find(accountId, id);
    if (backup.status !== 'completed' || backup.checksum === null) throw NOT_RESTORABLE[backup.status]();
    const { serialKey, target } = yield* beginRestore(accountId, backup, now);
    const restoring = yield* store.changeBackup(accountId, backup, { status: 'restoring' });
    if (!restoring) throw NOT_RESTORABLE.restoring();
    const action = yield* startAction(actions.restore, {
      accountId,
      resourceId: id,
      input: { accountId, backupId: id, resourceId: backup.resource_id, checksum: backup.checksum, target },
      serialKey,
      now,
    });
    return { backup: restoring, actionId: action.id };
  }

  /** Queues a restore into a throw-away copy. */
  function* verify(accountId: number, id: number, now: number): Query<Queued> {
    return yield* startDrill({ kinds, action: actions.verify }, accountId, yield* find(accountId, id), now);
  }

  function* beginRestore(accountId: number, backup: store.BackupRow, now: number): Query<Chosen> {
    const kind = kinds.of({ type: backup.resource_type });
    try {
      return yield* kind.beginRestore(accountId, backup.resource_id, now);
    } catch (error) {
      // The backup exists but its resource is gone, which is a conflict rather than NOT_FOUND.
      if (!isAppError(error, 'NOT_FOUND')) throw error;
      throw missingPlace(kind);
    }
  }

  /** Deletes the record with this commit. The file is removed afterwards. */
  function* remove(accountId: number, id: number, now: number): Query<store.BackupRow> {
    yield* refuseIfNeeded(kinds, accountId, id);
    const removed = yield* discardBackup(actions.remove, accountId, id, now);
    if (removed) return removed;
    const { status } = yield* find(accountId, id);
    const doing = status === 'restoring' ? 'restored' : status === 'completed' ? 'verified' : 'made';
    throw errors.backup_busy({ doing });
  }

  return { list, find, create, plan, begin, restore, verify, remove };
}

const NOT_RESTORABLE: Record<BackupStatus, () => AppError> = {
  pending: errors.backup_not_made_yet,
  running: errors.backup_being_made,
  failed: errors.backup_has_failed,
  restoring: errors.backup_being_restored,
  completed: errors.backup_without_checksum,
};

function missingPlace({ name }: BackupKind): AppError {
  return errors.backup_target_gone({ kind: name });
}
