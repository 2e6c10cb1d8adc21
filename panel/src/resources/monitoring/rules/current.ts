import type { Hosting, HostingMetrics, MonitoringRule } from '@hostler/sdk';

/** Returns the current value of a rule's metric in the unit of its threshold; null without a reading. */
export function readCurrent(
  { series }: Pick<HostingMetrics, 'series'>,
  metric: MonitoringRule['metric'],
  { memory_mb, disk_gb }: Pick<Hosting, 'memory_mb' | 'disk_gb'>,
): number | null {
  const last = (name: keyof HostingMetrics['series']) => series[name].values.at(-1)?.[1] ?? null;
  const share = (used: number | null, whole: number) => (used === null ? null : (100 * used) / whole);
  if (metric === 'cpu') return last('cpu_percent');
  if (metric === 'memory') return share(last('memory_used_bytes'), memory_mb * 1024 ** 2);
  if (metric === 'disk') return share(last('disk_used_bytes'), disk_gb * 1024 ** 3);
  if (metric === 'down') return null;
  const [into, out] = [last('network_in_bps'), last('network_out_bps')];
  return into === null && out === null ? null : Math.max(into ?? 0, out ?? 0) / 1e6;
}
