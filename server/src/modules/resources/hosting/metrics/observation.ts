import type { LivingRow } from '../store.ts';
import type { Tally } from './tally.ts';

/**
 * `on` and `off` are intended. `lost` means off although nobody stopped it. `changing` means in creation, starting,
 * restarting, restoring and so on, so that its state is not known yet.
 */
export type Power = 'on' | 'off' | 'lost' | 'changing';

/** Usage of a server between two consecutive readings, in the units of alert rules. */
export interface Usage {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly at: number;
  readonly cpuPercent: number;
  readonly memoryPercent: number;
  readonly diskPercent: number;
  /** The busier direction. */
  readonly networkMbit: number;
}

/** State of a server after one pass over all machines, for watchers. */
export interface Observation {
  readonly hostingId: number;
  readonly accountId: number;
  readonly hostname: string;
  readonly power: Power;
  /** Null if this pass has no reading, or one that does not directly follow the last. */
  readonly usage: Usage | null;
  /** True if the reading does not directly follow the last: readings are missing or the clock was changed. */
  readonly broken: boolean;
  /** True if there was no reading for so long that the state is unknown. */
  readonly silent: boolean;
}

/** Number of readings that may be missing before a period counts as unmonitored. */
const MISSING_READINGS = 3;

interface Pass {
  readonly now: number;
  readonly everyMs: number;
}

export function observe(
  row: LivingRow,
  before: Tally | undefined,
  after: Tally | undefined,
  { now, everyMs }: Pass,
): Observation {
  const measured = before && after ? measure(row, before.totals, after.totals) : null;
  const usage = measured && isWatched(measured.from, measured.at, everyMs) ? measured : null;
  const latest = (after ?? before)?.last.at;
  return {
    hostingId: row.id,
    accountId: row.account_id,
    hostname: row.hostname,
    power: readPower(row),
    usage,
    broken: after !== undefined && usage === null,
    silent: latest === undefined || !isWatched(latest, Math.max(now, latest), everyMs),
  };
}

/** Returns true if two times are so close that a state found at both held in between. */
export function isWatched(from: number, at: number, everyMs: number): boolean {
  return at >= from && at - from <= MISSING_READINGS * everyMs;
}

function readPower({ status, pending, off_since }: LivingRow): Power {
  if (pending !== null) return 'changing';
  if (status === 'running') return 'on';
  if (status === 'stopped' || status === 'suspended' || status === 'error') return off_since === null ? 'off' : 'lost';
  return 'changing';
}

/** Returns null if no time has passed, or the clock was set back. */
function measure(row: LivingRow, before: Tally['totals'], after: Tally['totals']): Usage | null {
  const seconds = (after.at - before.at) / 1000;
  if (seconds <= 0) return null;
  const rate = (counter: 'cpuSeconds' | 'networkInBytes' | 'networkOutBytes') =>
    Math.max(0, after[counter] - before[counter]) / seconds;
  const bits = 8 * Math.max(rate('networkInBytes'), rate('networkOutBytes'));
  return {
    from: before.at,
    at: after.at,
    cpuPercent: Math.min(100, (100 * rate('cpuSeconds')) / row.vcpus),
    memoryPercent: (100 * after.memoryUsedBytes) / (row.memory_mb * 2 ** 20),
    diskPercent: (100 * after.diskUsedBytes) / (row.disk_gb * 2 ** 30),
    networkMbit: bits / 1e6,
  };
}
