import { type Query, sql } from '../../../../kernel/db/query.ts';
import type { AlertState } from '../alerts/schemas.ts';

const ADD = sql<{ account_id: number; alert_id: number; state: AlertState }>(
  'insert into monitoring_notices (account_id, alert_id, state) values (:account_id, :alert_id, :state)',
);

/** Whom it is told by mail, and when, is found out later and for many at once. */
export function* addNotice(accountId: number, alertId: number, state: AlertState): Query<void> {
  yield* ADD.run({ account_id: accountId, alert_id: alertId, state });
}
