import { type Query, sql } from '@hostler/database';
import { keepUntil } from '#kernel/series/thinning.ts';
import { HOUR } from '#kernel/time.ts';
import type { CheckState } from '../state-store.ts';
import { nextState, type TriedCheck } from './next-state.ts';
import { type CheckAlerts, tell } from './tell.ts';

/** A larger step back is no clock correction. Results after it would be mixed with older ones. */
const PUT_BACK_MS = HOUR;

const NUMBERS = [
  'due_at',
  'tries',
  'last_checked_at',
  'response_ms',
  'certificate_expires_at',
  'certificate_warned',
  'settled_at',
  'done',
  'up',
  'total_ms',
] as const;

/**
 * Writes only for the holder of the lease. A worker that took over, or an owner who changed the check, has precedence.
 */
const RECORD = sql<{ rows: string; ids: string; worker: string }, { check_id: number }>(
  `update monitoring_check_states set leased_by = null, bars = r.new_bars, ${NUMBERS.map((name) => `${name} = r.new_${name}`).join(', ')}
   from (select cast(v.value ->> 'check_id' as bigint) as id, v.value ->> 'bars' as new_bars,
           ${NUMBERS.map((name) => `cast(v.value ->> '${name}' as bigint) as new_${name}`).join(', ')}
         from {each :rows as v}) as r
   where monitoring_check_states.check_id = r.id and {look up check_id in :ids} and leased_by = :worker
   returning check_id`,
);
const INSERT_RESULTS = sql<{ rows: string }>(
  `insert into monitoring_check_results (check_id, at, done, up, total_ms, keep_until)
   select ${['check_id', 'settled_at', 'done', 'up', 'total_ms', 'keep_until']
     .map((name) => `cast(v.value ->> '${name}' as bigint)`)
     .join(', ')}
   from {each :rows as v} where true on conflict (check_id, at) do nothing`,
);
const FORGET_AHEAD = sql<{ check_id: number; at: number }>(
  'delete from monitoring_check_results where check_id = :check_id and at > :at',
);

/** Records many results in one transaction, with their consequences for checks and notifications. */
export function* recordTries(
  worker: string,
  tried: readonly TriedCheck[],
  alerts: CheckAlerts,
  now: number,
): Query<void> {
  // Always in the same order, so that two workers cannot deadlock.
  const inOrder = tried.toSorted((a, b) => a.accountId - b.accountId || a.check.id - b.check.id);
  const next = new Map(inOrder.map((one) => [one.check.id, nextState(one, now)]));
  const accounts = [...new Set(inOrder.map(({ accountId }) => accountId))];
  const given = { rows: JSON.stringify([...next.values()]), ids: JSON.stringify([...next.keys()]) };
  const rows = yield* RECORD.all({ worker, ...given }, accounts);
  const ours = new Set(rows.map(({ check_id }) => check_id));
  const counted = inOrder.filter(({ check }) => ours.has(check.id));
  yield* insertResults(counted, next);
  for (const one of counted) yield* tell(one, next.get(one.check.id) ?? one.state, alerts, now);
}

function* insertResults(tried: readonly TriedCheck[], next: ReadonlyMap<number, CheckState>): Query<void> {
  const settled = tried.filter(({ verdict: { kind } }) => kind === 'up' || kind === 'down');
  const rows = settled.flatMap(({ check, state, at }) => {
    const { done, up, total_ms } = next.get(check.id) ?? state;
    const before = state.settled_at ?? check.created_at;
    return [{ check_id: check.id, settled_at: at, done, up, total_ms, keep_until: keepUntil(at, before) }];
  });
  for (const { check, state, at } of settled) {
    if ((state.settled_at ?? at) - at > PUT_BACK_MS) yield* FORGET_AHEAD.run({ check_id: check.id, at });
  }
  if (rows.length > 0) yield* INSERT_RESULTS.run({ rows: JSON.stringify(rows) });
}
