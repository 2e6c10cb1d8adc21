import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ACTION_STATUSES, type STAFF_STATUSES } from './schemas.ts';
import { type ActionRow, actions } from './store.ts';

/** An action with the facts that only staff see. */
export interface StaffActionRow extends ActionRow {
  account_id: number;
  account_name: string;
  /** JSON of the engine calls. */
  log: string | null;
  /** Time since which it waits for an engine that was not reached. */
  waiting_since: number | null;
  /** Time at which a failure was retried or repeated. */
  resolved_at: number | null;
}

const COLUMNS = `account_id, (select name from accounts where accounts.id = actions.account_id) as account_name,
  ${actions.columns}, log, waiting_since, resolved_at`;

/** The conditions are those of partial indexes. */
export const listAllActions = defineStaffList<StaffActionRow, (typeof STAFF_STATUSES)[number]>({
  select: `select ${COLUMNS} from actions`,
  statuses: {
    ...byColumn(ACTION_STATUSES),
    queued: `status = 'queued' and finished_at is null`,
    running: `status = 'running' and finished_at is null`,
    unresolved: `status = 'failed' and resolved_at is null`,
    open: `status <> 'succeeded' and resolved_at is null`,
  },
  searched: ['type', 'error_message'],
  filters: { error: `status = 'failed' and (error_message = :error or error_code = :error)` },
});
const FIND = sql<{ id: number }, StaffActionRow>(`select ${COLUMNS} from actions where id = :id`);
const LOCK = sql<{ id: number }, { id: number }>('select id from actions where id = :id {for update}');
const SAME_ERROR = sql<{ error: string; limit: number }, { id: number; type: string }>(
  `select id, type from actions
   where status = 'failed' and resolved_at is null and (error_message = :error or error_code = :error)
   order by id limit :limit`,
);
const RESOLVE = sql<{ id: number; now: number }>('update actions set resolved_at = :now where id = :id');

export const findAnyAction = (id: number) => FIND.one({ id });

/** Locks the action until the transaction ends, so that no worker begins it. */
export function* lockAction(id: number): Query<StaffActionRow | undefined> {
  yield* LOCK.one({ id });
  return yield* FIND.one({ id });
}

export const listSameError = (error: string, limit: number) => SAME_ERROR.all({ error, limit });
export const resolveAction = (id: number, now: number) => RESOLVE.run({ id, now });
