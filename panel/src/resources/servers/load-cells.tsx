import type { Hosting, HostingMetrics } from '@hostler/sdk';
import { formatPercent } from '../../parts/numbers.ts';
import { Sparkline } from '../../parts/sparkline.tsx';
import classes from './load-cells.module.css';
import { useLoad } from './queries.ts';

/** Minimum scale of the line, so that noise does not look like load. */
const QUIET = 25;

type SeriesName = keyof HostingMetrics['series'];

/** Returns the last hour in twelve steps of five minutes; null for missing readings. */
function readHour({ start, step, series }: HostingMetrics, name: SeriesName): (number | null)[] {
  const first = Date.parse(start) / 1000;
  const hour: (number | null)[] = Array(Math.ceil(3_600 / step)).fill(null);
  for (const [at = 0, value = 0] of series[name].values) hour[Math.floor((at - first) / step)] = value;
  return hour;
}

export function CpuCell({ server }: { server: Hosting }) {
  const { data } = useLoad(server);
  const hour = data ? readHour(data, 'cpu_percent') : [];
  const latest = hour.findLast((value) => value !== null) ?? null;
  if (latest === null) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.load}>
      <Sparkline values={hour} top={Math.max(QUIET, ...hour.map((value) => value ?? 0))} />
      {formatPercent(latest)}
    </span>
  );
}

/** Shows the used share of memory or disk. */
export function FullCell({ server, of }: { server: Hosting; of: 'memory' | 'disk' }) {
  const { data } = useLoad(server);
  const used = data?.series[`${of}_used_bytes`].values.at(-1)?.[1];
  if (used === undefined) return <span className={classes.none}>–</span>;
  const whole = of === 'memory' ? server.memory_mb * 1024 ** 2 : server.disk_gb * 1024 ** 3;
  return <span className={classes.load}>{formatPercent((100 * used) / whole)}</span>;
}
