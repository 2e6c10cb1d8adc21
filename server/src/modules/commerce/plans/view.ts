import type { VpsBounds } from '../../../engines/vps/driver.ts';
import { formatTime } from '../../../kernel/time.ts';
import type { PlanRow } from './store.ts';

export function viewPlan({ bounds, created_at, ...plan }: PlanRow) {
  const { processes = null, networkMbps = null, diskIops = null, nesting = false } = JSON.parse(bounds) as VpsBounds;
  const limits = { processes, network_mbps: networkMbps, disk_iops: diskIops, nesting };
  return { ...plan, ...limits, created_at: formatTime(created_at) };
}
