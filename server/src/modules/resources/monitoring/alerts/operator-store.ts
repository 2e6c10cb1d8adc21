import { type Query, sql } from '../../../../kernel/db/query.ts';
import type { AlertState } from './schemas.ts';
import { type AlertRow, alerts } from './store.ts';

type Owned<T> = T & { account_id: number };

const NEWEST = sql<{ account_id: number | null; status: AlertState | null; limit: number }, Owned<AlertRow>>(
  `select account_id, ${alerts.columns} from monitoring_alerts
   where (cast(:account_id as bigint) is null or account_id = :account_id)
     and (cast(:status as text) is null or status = :status)
   order by id desc limit :limit`,
);

/** Of all customers, or of one; the newest first. */
export function listAllAlerts(
  accountId: number | undefined,
  state: AlertState | undefined,
  limit: number,
): Query<Owned<AlertRow>[]> {
  return NEWEST.all({ account_id: accountId ?? null, status: state ?? null, limit });
}
