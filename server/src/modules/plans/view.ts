import { formatTime } from '../../kernel/time.ts';
import type { PlanRow } from './store.ts';

export function viewPlan(row: PlanRow) {
  return { ...row, created_at: formatTime(row.created_at) };
}
