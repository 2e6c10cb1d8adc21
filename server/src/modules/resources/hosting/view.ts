import { formatOptionalTime, formatTime } from '../../../kernel/time.ts';
import type { Series, Window } from './metrics/series.ts';
import type { Hosting, Metrics } from './schemas.ts';
import type { HostingRow } from './store.ts';

export function viewHosting(row: HostingRow): Hosting {
  return {
    id: row.id,
    hostname: row.hostname,
    label: row.label,
    status: row.status,
    plan: row.plan,
    region: row.region,
    node: row.node,
    vcpus: row.vcpus,
    memory_mb: row.memory_mb,
    disk_gb: row.disk_gb,
    image: row.image,
    ipv4: JSON.parse(row.ipv4),
    ipv6: JSON.parse(row.ipv6),
    subscription_id: row.subscription_id,
    suspended_at: formatOptionalTime(row.suspended_at),
    suspension_reason: row.suspension_reason,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

export function viewQueued({ hosting, actionId }: { hosting: HostingRow; actionId: number }) {
  return { ...viewHosting(hosting), action_id: actionId };
}

export function viewMetrics(hosting: HostingRow, { start, end, step }: Window, series: Series): Metrics {
  return {
    hosting_id: hosting.id,
    start: formatTime(start),
    end: formatTime(end),
    step: step / 1000,
    series: {
      cpu_percent: { unit: 'percent', values: series.cpuPercent },
      memory_used_bytes: { unit: 'bytes', values: series.memoryUsed },
      disk_used_bytes: { unit: 'bytes', values: series.diskUsed },
      network_in_bps: { unit: 'bits/s', values: series.networkIn },
      network_out_bps: { unit: 'bits/s', values: series.networkOut },
      disk_read_bps: { unit: 'bits/s', values: series.diskRead },
      disk_write_bps: { unit: 'bits/s', values: series.diskWrite },
    },
  };
}
