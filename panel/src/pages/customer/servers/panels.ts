import type { Hosting, HostingMetrics, MonitoringRule } from '@hostler/sdk';
import type { ChartPanel, TimeWindow } from '../../../parts/chart/chart-data.ts';
import { texts } from '../../../resources/servers/texts.ts';

type Size = Pick<Hosting, 'memory_mb' | 'disk_gb'>;

const QUIET_CPU = 10;
const QUIET_TRAFFIC = 100_000;

/** Groups the seven series of a server into five charts. */
export function makePanels({ series }: HostingMetrics, { memory_mb, disk_gb }: Size): ChartPanel[] {
  const line = (key: keyof typeof series, label: string) => ({ key, label, values: series[key].values });
  return [
    { key: 'cpu', title: texts.cpu, unit: 'percent', atLeast: QUIET_CPU, series: [line('cpu_percent', texts.cpu)] },
    {
      key: 'memory',
      title: texts.memory,
      unit: 'bytes',
      limit: memory_mb * 1024 ** 2,
      series: [line('memory_used_bytes', texts.memory)],
    },
    {
      key: 'disk',
      title: texts.disk,
      unit: 'bytes',
      limit: disk_gb * 1024 ** 3,
      series: [line('disk_used_bytes', texts.disk)],
    },
    {
      key: 'network',
      title: texts.network,
      unit: 'bits/s',
      atLeast: QUIET_TRAFFIC,
      series: [line('network_in_bps', texts.in), line('network_out_bps', texts.out)],
    },
    {
      key: 'io',
      title: texts.io,
      unit: 'bytes/s',
      atLeast: QUIET_TRAFFIC,
      series: [
        { key: 'disk_read_bytes_per_second', label: texts.read, values: toBytes(series.disk_read_bps.values) },
        { key: 'disk_write_bytes_per_second', label: texts.written, values: toBytes(series.disk_write_bps.values) },
      ],
    },
  ];
}

/** The API measures disks in bits, like the network. */
function toBytes(bits: [number, number][]): [number, number][] {
  return bits.map(([at, value]) => [at, value / 8]);
}

const MEGABIT = 1_000_000;

/** Adds to each chart the lowest threshold of its active rules, in the chart's unit. */
export function holdAgainst(panels: readonly ChartPanel[], rules: readonly MonitoringRule[]): ChartPanel[] {
  return panels.map((panel) => {
    const levels = rules.flatMap(({ metric, threshold, status }) =>
      metric === panel.key && status === 'active' && threshold !== null ? [threshold] : [],
    );
    if (levels.length === 0) return panel;
    const lowest = Math.min(...levels);
    const unit = { percent: 1, bytes: (panel.limit ?? 0) / 100, 'bits/s': MEGABIT, 'bytes/s': 1, ms: 1 }[panel.unit];
    return { ...panel, threshold: lowest * unit };
  });
}

export function windowOf({ start, end, step }: HostingMetrics): TimeWindow {
  return { start: Date.parse(start) / 1000, end: Date.parse(end) / 1000, step };
}
