import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { Alert } from './schemas.ts';
import type { AlertRow } from './store.ts';

export function viewAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    rule_id: row.rule_id,
    check_id: row.check_id,
    hosting_id: row.hosting_id,
    metric: row.metric,
    state: row.status,
    value: row.value,
    threshold: row.threshold,
    message: row.message,
    started_at: formatTime(row.started_at),
    resolved_at: formatOptionalTime(row.resolved_at),
  };
}
