import type { Query } from '@hostler/database';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import { startAction } from '../../platform/actions/index.ts';
import { type BackupRow, deleteBackup } from './store.ts';

export interface RemoveInput {
  /** Key of the file in the storage. */
  key: string;
}

export type RemoveAction = ActionKind<RemoveInput, void>;

/**
 * Deletes the record with this commit and queues the removal of the file. Returns undefined if the backup cannot be
 * removed now.
 */
export function* discardBackup(
  action: RemoveAction,
  accountId: number,
  id: number,
  now: number,
): Query<BackupRow | undefined> {
  const backup = yield* deleteBackup(accountId, id);
  if (backup) yield* startAction(action, { accountId, resourceId: id, input: { key: storageKey(accountId, id) }, now });
  return backup;
}

export function storageKey(accountId: number, backupId: number): string {
  return `account-${accountId}/backup-${backupId}`;
}

/** Returns undefined if the key is not that of a backup. */
export function readStorageKey(key: string): { accountId: number; backupId: number } | undefined {
  const match = /^account-([1-9]\d{0,15})\/backup-([1-9]\d{0,15})$/.exec(key);
  return match ? { accountId: Number(match[1]), backupId: Number(match[2]) } : undefined;
}
