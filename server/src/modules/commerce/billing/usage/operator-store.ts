import { type Query, sql } from '@hostler/database';
import type { Due, Place } from '../run/step.ts';

const DUE = sql<{ at: number; time: number; id: number; limit: number }, Due>(
  `select account_id as "accountId", account_id as id, check_at as time from usage_checks
   where check_at <= :at and check_at >= :time and (check_at > :time or account_id > :id)
   order by check_at, account_id limit :limit`,
);
/** Each run reads the index of running servers once, page by page. */
const UNKNOWN = sql<{ id: number; limit: number }, { account_id: number }>(
  `select distinct account_id from subscription_uses as u
   where ended_at is null and account_id > :id
     and not exists (select 1 from usage_checks as c where c.account_id = u.account_id)
   order by account_id limit :limit`,
);
const INSTALLED = sql<object, { applied_at: number }>(
  `select applied_at from migrations where id = 'subscriptions-008'`,
);

/** Lists accounts whose usage check is due. */
export function listUsageChecks(at: number, { time, id }: Place, limit: number): Query<Due[]> {
  return DUE.all({ at, time, id, limit });
}

/** Lists accounts with running hourly servers that are not checked yet. */
export function* listUnchecked({ id }: Place, limit: number): Query<Due[]> {
  const rows = yield* UNKNOWN.all({ id, limit });
  return rows.map(({ account_id }) => ({ accountId: account_id, id: account_id, time: 0 }));
}

/** Returns when the version with this rule was installed. */
export function* findInstallation(): Query<number> {
  return (yield* INSTALLED.one({}))?.applied_at ?? 0;
}
