import { defineStaffList, type Query, sql } from '@hostler/database';
import { isAppError } from '#kernel/errors.ts';
import type { FailureSource, FoundFailure } from '#kernel/failure-source.ts';
import type { ActionRetry } from '#kernel/jobs/action-kind.ts';
import { errors } from './errors.ts';
import type { ActionRow } from './store.ts';

type FailedAction = { account_id: number } & Pick<
  ActionRow,
  'id' | 'type' | 'status' | 'resource_type' | 'resource_id' | 'error_message'
> & { finished_at: number; resolved_at: number | null };

const COLUMNS = 'account_id, id, type, status, resource_type, resource_id, error_message, finished_at, resolved_at';
const UNKNOWN: ActionRetry = { instead: 'It cannot be retried. Ask the customer to start it again.' };

const BACKUP = 'backup.create';

/** A failed `backup.create` is listed as its backup. */
const listFailed = defineStaffList<FailedAction>({
  select: `select ${COLUMNS} from actions`,
  where: `status = 'failed' and resolved_at is null and type <> '${BACKUP}'`,
  searched: ['type', 'error_message'],
  filters: { since: 'finished_at >= :since' },
});
const FIND = sql<{ id: number }, FailedAction>(`select ${COLUMNS} from actions where id = :id {for update}`);
const RESOLVE = sql<{ id: number; now: number }, FailedAction>(
  `update actions set resolved_at = :now where id = :id and status = 'failed' and resolved_at is null
   returning ${COLUMNS}`,
);

export function actionFailures(retries: Retries): FailureSource {
  function view(row: FailedAction): FoundFailure {
    return {
      cursor: row.id,
      id: row.id,
      account_id: row.account_id,
      what: describe(row),
      reason: row.error_message ?? 'The reason is not known.',
      failed_at: row.finished_at,
      instead: instead(row, retries),
    };
  }

  return {
    kind: 'action',

    *list({ since, ...request }) {
      return (yield* listFailed(request, { since })).map(view);
    },

    *retry(id, now) {
      const action = yield* FIND.one({ id });
      if (!action) return undefined;
      if (action.status !== 'failed') {
        throw errors.action_not_failed({ id, status: action.status });
      }
      if (!(yield* RESOLVE.one({ id, now }))) {
        throw errors.action_already_retried({ id, record: nameOf(action) });
      }
      const retry = retryOf(action, retries);
      if ('instead' in retry) throw errors.action_cannot_be_retried({ id, instead: retry.instead });
      yield* start(retry.retry(action.account_id, action.resource_id, now), action);
      return `Queued ${describe(action)} again.`;
    },
  };
}

type Retries = Readonly<Record<string, ActionRetry>>;
type Retriable = Pick<FailedAction, 'type' | 'resource_id'>;

/** Returns what to do instead of a retry; null if the action can be retried. */
export function instead(action: Retriable, retries: Retries): string | null {
  const retry = retryOf(action, retries);
  return 'instead' in retry ? retry.instead : null;
}

function retryOf({ type, resource_id }: Retriable, retries: Retries): ActionRetry {
  if (type === BACKUP) return { instead: `Retry its backup: hostler retry --kind backup --id ${resource_id}` };
  return retries[type] ?? UNKNOWN;
}

function* start(work: Query<unknown>, action: FailedAction): Query<void> {
  try {
    yield* work;
  } catch (error) {
    if (!isAppError(error, 'NOT_FOUND')) throw error;
    throw errors.action_record_gone({ record: nameOf(action), id: action.id });
  }
}

function describe(action: FailedAction): string {
  return `${action.type} of ${nameOf(action)}`;
}

function nameOf({ resource_type, resource_id }: FailedAction): string {
  return `${resource_type} ${resource_id}`;
}
