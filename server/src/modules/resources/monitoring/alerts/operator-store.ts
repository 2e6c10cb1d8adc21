import { byColumn, defineStaffList } from '@hostler/database';
import { ALERT_STATES, type AlertState } from './schemas.ts';
import { type AlertRow, alerts } from './store.ts';

type Owned<T> = T & { account_id: number };

/** Lists the alerts of all accounts or of one, newest first. */
export const listAllAlerts = defineStaffList<Owned<AlertRow>, AlertState>({
  select: `select account_id, ${alerts.columns} from monitoring_alerts`,
  statuses: byColumn(ALERT_STATES),
  searched: ['metric', 'message'],
});
