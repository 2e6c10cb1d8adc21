import { type Query, sql } from '@hostler/database';
import { SECOND } from '#kernel/time.ts';
import { type CheckRow, checks } from './store.ts';

/** State of a check. It changes with every try. */
export interface CheckState {
  check_id: number;
  /** Consecutive tries that contradict the status. */
  tries: number;
  last_checked_at: number | null;
  response_ms: number | null;
  certificate_expires_at: number | null;
  /** 1 while an alert fires because the certificate expires soon. */
  certificate_warned: number;
  /** Time of the last result, and the running totals. Totals only grow, so that thinned results stay exact. */
  settled_at: number | null;
  done: number;
  up: number;
  total_ms: number;
  /** See bars.ts. */
  bars: string;
}

/** A check that is changed repeatedly is tried at most this often. */
const AGAIN_MS = 10 * SECOND;

export const STATE_COLUMNS =
  'check_id, tries, last_checked_at, response_ms, certificate_expires_at, certificate_warned, settled_at, done, up, total_ms, bars';

const INSERT = sql<{ account_id: number; check_id: number; now: number }>(
  `insert into monitoring_check_states (check_id, account_id, due_at, tries, certificate_warned, done, up, total_ms, bars)
   values (:check_id, :account_id, :now, 0, 0, 0, 0, 0, '[]')`,
);
const FIRST_RESULT = sql<{ check_id: number; now: number; keep_until: number }>(
  `insert into monitoring_check_results (check_id, at, done, up, total_ms, keep_until)
   values (:check_id, :now, 0, 0, 0, :keep_until)`,
);
const LIST = sql<{ account_id: number; ids: string }, CheckState>(
  `select ${STATE_COLUMNS} from monitoring_check_states where account_id = :account_id and check_id {in :ids}`,
);
/** One statement, so that both are of the same moment on PostgreSQL too. */
const FIND = sql<{ account_id: number; id: number }, CheckRow & CheckState>(
  `select ${checks.columns}, ${STATE_COLUMNS}
   from monitoring_checks join monitoring_check_states on check_id = monitoring_checks.id
   where monitoring_checks.account_id = :account_id and monitoring_checks.id = :id`,
);
const TAKE_BACK = sql<{
  account_id: number;
  check_id: number;
  now: number;
  lately: number;
  due_at: number | null;
  later: number | null;
}>(
  `update monitoring_check_states set leased_by = null, tries = 0, certificate_warned = 0,
     due_at = case when last_checked_at > :lately and last_checked_at <= :now
       then cast(:later as bigint) else cast(:due_at as bigint) end
   where account_id = :account_id and check_id = :check_id`,
);
const HURRY = sql<{ account_id: number; check_id: number; soon: number }>(
  `update monitoring_check_states set due_at = :soon
   where account_id = :account_id and check_id = :check_id and due_at > :soon`,
);
const FORGET_CERTIFICATE = sql<{ account_id: number; check_id: number }>(
  `update monitoring_check_states set certificate_expires_at = null, response_ms = null
   where account_id = :account_id and check_id = :check_id`,
);
const DELETE = sql<{ account_id: number; check_id: number }, CheckState>(
  `delete from monitoring_check_states where account_id = :account_id and check_id = :check_id
   returning ${STATE_COLUMNS}`,
);
const DELETE_RESULTS = sql<{ check_id: number }>('delete from monitoring_check_results where check_id = :check_id');

/** Creates a state that is due immediately, with totals of zero. */
export function* insertState(accountId: number, checkId: number, now: number, keepUntil: number): Query<CheckState> {
  yield* INSERT.run({ account_id: accountId, check_id: checkId, now });
  yield* FIRST_RESULT.run({ check_id: checkId, now, keep_until: keepUntil });
  return {
    check_id: checkId,
    tries: 0,
    last_checked_at: null,
    response_ms: null,
    certificate_expires_at: null,
    certificate_warned: 0,
    settled_at: null,
    done: 0,
    up: 0,
    total_ms: 0,
    bars: '[]',
  };
}

/** Returns the check with its state. */
export function findWithState(accountId: number, id: number): Query<(CheckRow & CheckState) | undefined> {
  return FIND.one({ account_id: accountId, id });
}

/** Returns the states of the account's checks. */
export function* listStates(accountId: number, ids: readonly number[]): Query<Map<number, CheckState>> {
  const rows = ids.length > 0 ? yield* LIST.all({ account_id: accountId, ids: JSON.stringify(ids) }) : [];
  return new Map(rows.map((row) => [row.check_id, row]));
}

/** Takes the check back from its worker, whose result is then ignored. */
export function* takeBack(accountId: number, checkId: number, isPaused: boolean, now: number): Query<void> {
  const times = isPaused ? { due_at: null, later: null } : { due_at: now, later: now + AGAIN_MS };
  yield* TAKE_BACK.run({ account_id: accountId, check_id: checkId, now, lately: now - AGAIN_MS, ...times });
}

/** Makes the check due soon, after its interval changed. */
export function* hurry(accountId: number, checkId: number, now: number): Query<void> {
  yield* HURRY.run({ account_id: accountId, check_id: checkId, soon: now + AGAIN_MS });
}

/** Deletes the facts about a former target. */
export function* forgetSeen(accountId: number, checkId: number): Query<void> {
  yield* FORGET_CERTIFICATE.run({ account_id: accountId, check_id: checkId });
}

/** Deletes the state and all results, which are some thousands at most. */
export function* deleteState(accountId: number, checkId: number): Query<CheckState | undefined> {
  const state = yield* DELETE.one({ account_id: accountId, check_id: checkId });
  if (state) yield* DELETE_RESULTS.run({ check_id: checkId });
  return state;
}
