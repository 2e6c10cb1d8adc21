import { formatTime } from '#kernel/time.ts';
import type { Rule } from './schemas.ts';
import type { RuleRow } from './store.ts';

export function viewRule(row: RuleRow): Rule {
  return {
    id: row.id,
    hosting_id: row.hosting_id,
    metric: row.metric,
    threshold: row.threshold,
    minutes: row.minutes,
    status: row.status,
    state: row.state,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}
