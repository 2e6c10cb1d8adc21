import type { Window } from '#kernel/series/window.ts';
import { formatTime } from '#kernel/time.ts';
import type { Metrics } from './schemas.ts';
import type { Series } from './series.ts';

export function viewMetrics(hostingId: number, { start, end, step }: Window, series: Series): Metrics {
  return {
    hosting_id: hostingId,
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
