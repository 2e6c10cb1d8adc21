import { lockName, type Query } from '@hostler/database';
import { startAction } from '../../../platform/actions/index.ts';
import { errors } from '../errors.ts';
import type { BackupKinds } from '../kinds.ts';
import type { BackupRow } from '../store.ts';
import type { DrillAction } from './actions.ts';
import { beginDrill, findEngine, isDrilling } from './store.ts';

interface QueuedDrill {
  backup: BackupRow;
  actionId: number;
}

/**
 * Queues a drill of a completed backup. Throws CONFLICT if another backup of the account is being verified, or if this
 * one cannot be.
 */
export function* startDrill(
  { kinds, action }: { kinds: BackupKinds; action: DrillAction },
  accountId: number,
  { id, resource_type, resource_id }: BackupRow,
  now: number,
): Query<QueuedDrill> {
  const { drill, name } = kinds.of({ type: resource_type });
  if (!drill) throw errors.backups_not_verifiable({ kind: name });
  yield* lockName(`backup drills of ${accountId}`);
  if (yield* isDrilling(accountId)) {
    throw errors.verification_in_progress();
  }
  const backup = yield* beginDrill(accountId, id);
  if (!backup || backup.checksum === null) throw errors.only_completed_verifiable();
  const target = yield* drill.choose(accountId, { id, resource_id, engine: yield* findEngine(accountId, id) });
  const started = yield* startAction(action, {
    accountId,
    resourceId: id,
    input: { accountId, backupId: id, resourceId: resource_id, checksum: backup.checksum, target },
    now,
  });
  return { backup, actionId: started.id };
}
