import { formatTime } from '../../../kernel/time.ts';
import { readPlan } from './service.ts';
import type { PlanRow } from './store.ts';

/** For staff. */
export function viewPlan(row: PlanRow) {
  const { bounds, version_id, ...plan } = readPlan(row);
  const { processes = null, networkMbps = null, diskIops = null, nesting = false } = bounds;
  const limits = { processes, network_mbps: networkMbps, disk_iops: diskIops, nesting };
  return { ...plan, ...limits, version_id, created_at: formatTime(row.created_at) };
}
