import { defineStaffList, sql } from '@hostler/database';
import { conflict, isAppError } from '#kernel/errors.ts';
import type { FailureSource, FoundFailure } from '#kernel/failure-source.ts';
import { errors } from './errors.ts';
import type { BackupService } from './service.ts';
import { type BackupRow, backups } from './store.ts';

type FailedBackup = BackupRow & { account_id: number; last_since: number | null; retried_at: number | null };

const COLUMNS = `account_id, ${backups.columns}, last_since, retried_at`;

/** Lists failed backups. A newer good backup of the same resource makes up for a failed one. */
const listFailed = defineStaffList<FailedBackup>({
  select: `select ${COLUMNS} from backups as b`,
  where: `status = 'failed' and retried_at is null and not exists (
    select 1 from backups as newer where newer.account_id = b.account_id and newer.resource_type = b.resource_type
      and newer.resource_id = b.resource_id and newer.status in ('completed', 'restoring') and newer.id > b.id)`,
  searched: ['name', 'error'],
  filters: { since: 'created_at >= :since' },
});
const FIND = sql<{ id: number }, FailedBackup>(`select ${COLUMNS} from backups where id = :id`);
const MARK = sql<{ id: number; now: number }, { id: number }>(
  `update backups set retried_at = :now where id = :id and status = 'failed' and retried_at is null returning id`,
);

export function backupFailures(service: Pick<BackupService, 'plan' | 'begin'>): FailureSource {
  return {
    kind: 'backup',

    *list({ since, ...request }) {
      return (yield* listFailed(request, { since })).map(view);
    },

    *retry(id, now) {
      const backup = yield* FIND.one({ id });
      if (!backup) return undefined;
      if (backup.status !== 'failed') {
        throw errors.backup_not_failed({ id, status: backup.status });
      }
      const instead = insteadOf(backup);
      if (instead !== null) throw conflict(instead);
      if (!(yield* MARK.one({ id, now }))) throw errors.backup_already_retried({ id });
      const of = { type: backup.resource_type, id: backup.resource_id };
      try {
        const plan = yield* service.plan(backup.account_id, of);
        const { backup: made } = yield* service.begin(
          backup.account_id,
          plan,
          { type: backup.type, name: backup.name },
          now,
        );
        return `Queued backup ${made.id} of ${of.type} ${of.id}.`;
      } catch (error) {
        if (!isAppError(error, 'NOT_FOUND')) throw error;
        throw errors.backup_resource_gone({ type: of.type, resource_id: of.id, id });
      }
    },
  };
}

function view(backup: FailedBackup): FoundFailure {
  return {
    cursor: backup.id,
    id: backup.id,
    account_id: backup.account_id,
    what: `${backup.type} backup of ${backup.resource_type} ${backup.resource_id}`,
    reason: backup.error ?? 'The reason is not known.',
    failed_at: backup.created_at,
    instead: insteadOf(backup),
  };
}

/** Returns the command to use instead of a retry. The termination of a server makes its last backup again. */
function insteadOf({ last_since, resource_id }: FailedBackup): string | null {
  return last_since === null
    ? null
    : `It is the last backup of a suspended server. Run hostler backup last --hosting ${resource_id}.`;
}
