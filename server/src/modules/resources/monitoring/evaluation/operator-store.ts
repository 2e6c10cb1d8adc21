import { type Query, sql } from '@hostler/database';
import { storedValue } from '#kernel/stored-value.ts';
import type { RuleRow } from '../rules/store.ts';
import type { Progress } from './decide.ts';

/** 10,000 servers have 40,000 rules, so only the needed columns are read. */
export type WatchedRule = Pick<
  RuleRow,
  'id' | 'hosting_id' | 'metric' | 'threshold' | 'minutes' | 'state' | 'since' | 'revision'
> & { account_id: number };

export interface Change extends Progress {
  id: number;
  revision: number;
  accountId: number;
}

const ACTIVE = sql<{ ids: string }, WatchedRule>(
  `select id, account_id, hosting_id, metric, threshold, minutes, state, since, revision from monitoring_rules
   where hosting_id {in :ids} and status = 'active'`,
);
/** Saves only if the rule is unchanged since it was read. Otherwise the next pass decides. */
const SAVE = sql<{ rows: string; ids: string }, { id: number }>(
  `update monitoring_rules set state = r.new_state, since = r.new_since
   from (select cast(v.value ->> 'id' as bigint) as rule_id, cast(v.value ->> 'revision' as bigint) as seen_revision,
           v.value ->> 'state' as new_state, cast(v.value ->> 'since' as bigint) as new_since
         from {each :rows as v}) as r
   where monitoring_rules.id = r.rule_id and {look up id in :ids} and revision = r.seen_revision
   returning id`,
);
const lastPass = storedValue<number>('monitoring pass');

/** Lists the rules of these servers that are not paused. */
export function listActive(hostingIds: readonly number[]): Query<WatchedRule[]> {
  return ACTIVE.all({ ids: JSON.stringify(hostingIds) });
}

/** Returns the ids that were saved. */
export function* saveProgress(changes: readonly Change[]): Query<Set<number>> {
  if (changes.length === 0) return new Set();
  const accounts = [...new Set(changes.map(({ accountId }) => accountId))];
  const rows = changes.toSorted((a, b) => a.id - b.id);
  const ids = rows.map(({ id }) => id);
  const saved = yield* SAVE.all({ rows: JSON.stringify(rows), ids: JSON.stringify(ids) }, accounts);
  return new Set(saved.map(({ id }) => id));
}

/** Records the time of this pass. Returns the time of the previous one. */
export function* turnPass(now: number): Query<number | undefined> {
  const last = yield* lastPass.read();
  yield* lastPass.save(now);
  return last;
}

const FORGET = sql<{ limit: number }>(
  `update monitoring_rules set state = 'unknown', since = null where id in (
     select id from monitoring_rules where state = 'ok' order by id limit :limit)`,
);

/** Resets states to unknown, some rules at a time. Returns how many. */
export function forgetStates(): Query<number> {
  return FORGET.run({ limit: 1_000 });
}
