import { addToTotals, type Query, sql } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { forgetEmptyFamilies } from './tokens/store.ts';

/** Ended keys stay visible to staff for this long. */
const ENDED_KEY_KEPT_FOR = 365 * DAY;

const FORGET_ACCESS = sql<{ now: number; limit: number }>(
  `delete from access_tokens where hash in (
     select hash from access_tokens where expires_at < :now order by expires_at limit :limit)`,
);
const FORGET_REFRESH = sql<{ now: number; limit: number }, { family_id: number }>(
  `delete from refresh_tokens where hash in (
     select hash from refresh_tokens where expires_at < :now order by expires_at limit :limit)
   returning family_id`,
);
const ENDED_KEYS = sql<{ before: number; limit: number }, { id: number }>(
  `select id from api_keys
   where coalesce(revoked_at, expires_at) < :before
     and not exists (select 1 from token_families where key_id = api_keys.id)
   order by coalesce(revoked_at, expires_at) limit :limit`,
);
const FORGET_USES = sql<{ ids: string }>(
  'delete from api_key_uses where key_id in (select cast(i.value as bigint) from {each :ids as i})',
);
const FORGET_KEYS = sql<{ ids: string }, { account_id: number; revoked_at: number | null }>(
  `delete from api_keys where id in (select cast(i.value as bigint) from {each :ids as i})
   returning account_id, revoked_at`,
);

/** A family is deleted with its last token. A refresh token lives longer than any access token created with it. */
function* forgetTokens(now: number, limit: number): Query<number> {
  const access = yield* FORGET_ACCESS.run({ now, limit });
  if (access === limit) return access;
  const refresh = yield* FORGET_REFRESH.all({ now, limit });
  const families = [...new Set(refresh.map(({ family_id }) => family_id))];
  yield* forgetEmptyFamilies(families);
  return access + refresh.length;
}

function* forgetEndedKeys(before: number, limit: number): Query<number> {
  const ended = yield* ENDED_KEYS.all({ before, limit });
  if (ended.length === 0) return 0;
  const ids = JSON.stringify(ended.map(({ id }) => id));
  yield* FORGET_USES.run({ ids });
  const gone = yield* FORGET_KEYS.all({ ids });
  const uncounted = gone.filter(({ revoked_at }) => revoked_at === null);
  yield* addToTotals(uncounted.map(({ account_id }) => ({ account_id, list: 'keys', status: '', count: -1 })));
  return gone.length;
}

export const authRetention: Retention[] = [
  { name: 'auth.forget-expired-tokens', everyMs: HOUR, forget: forgetTokens },
  {
    name: 'auth.forget-ended-keys',
    everyMs: DAY,
    forget: (now, limit) => forgetEndedKeys(now - ENDED_KEY_KEPT_FOR, limit),
  },
];
