import { attempt, type Query } from '@hostler/database';
import { errors } from '../errors.ts';
import type { BackupKinds } from '../kinds.ts';
import { findLast } from './store.ts';

/**
 * Refuses to remove the last backup during the suspension. Otherwise a customer can prevent the termination forever.
 * Afterwards the customer can remove it.
 */
export function* refuseIfNeeded(kinds: BackupKinds, accountId: number, id: number): Query<void> {
  const last = yield* findLast(accountId, id);
  if (!last) return;
  const kind = kinds.of({ type: last.resource_type });
  if (!kind.chooseForLast) return;
  const chosen = yield* attempt(kind.chooseForLast(accountId, last.resource_id));
  if (!('value' in chosen) || chosen.value.since !== last.last_since) return;
  throw errors.last_backup_needed({ kind: kind.inErrors ?? kind.name });
}
