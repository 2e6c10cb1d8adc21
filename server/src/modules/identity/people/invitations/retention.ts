import { addToTotals, type Query, sql } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import { HOUR } from '#kernel/time.ts';

const FORGET = sql<{ now: number; limit: number }, { account_id: number | null }>(
  `delete from invitations where id in (select id from invitations where expires_at < :now order by expires_at limit :limit)
   returning account_id`,
);

export const invitationRetention: Retention = {
  name: 'people.forget-invitations',
  everyMs: HOUR,
  *forget(now, limit): Query<number> {
    const gone = yield* FORGET.all({ now, limit });
    yield* addToTotals(
      gone.flatMap(({ account_id }) =>
        account_id === null ? [] : [{ account_id, list: 'people', status: '', count: -1 }],
      ),
    );
    return gone.length;
  },
};
