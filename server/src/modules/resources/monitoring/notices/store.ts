import { type Query, sql } from '@hostler/database';
import type { AlertState } from '../alerts/schemas.ts';

const ADD = sql<{ account_id: number; alert_id: number; state: AlertState }>(
  'insert into monitoring_notices (account_id, alert_id, state) values (:account_id, :alert_id, :state)',
);

/** Recipients and times are decided later, for many notices at once. */
export function* addNotice(accountId: number, alertId: number, state: AlertState): Query<void> {
  yield* ADD.run({ account_id: accountId, alert_id: alertId, state });
}
