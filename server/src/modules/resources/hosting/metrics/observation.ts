import type { LivingRow } from '../store.ts';
import type { Tally } from './tally.ts';

/**
 * `on`, `off`: as somebody wanted it. `lost`: off, and nobody stopped it. `changing`: being made, started, restarted,
 * restored and so on, so that nothing can be said of it yet.
 */
export type Power = 'on' | 'off' | 'lost' | 'changing';

/** What a server used between two readings that follow each other, in the units of rules. */
export interface Usage {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly at: number;
  readonly cpuPercent: number;
  readonly memoryPercent: number;
  readonly diskPercent: number;
  /** Of the busier direction. */
  readonly networkMbit: number;
}

/** What is known of a server after one pass over all machines; for whoever watches it. */
export interface Observation {
  readonly hostingId: number;
  readonly accountId: number;
  readonly hostname: string;
  readonly power: Power;
  /** Null where this pass brought nothing, or nothing that follows what was known. */
  readonly usage: Usage | null;
  /** What came does not follow what was known: nobody looked in between, or the clock was moved. */
  readonly broken: boolean;
  /** There was no reading for so long that nobody can say how it is. */
  readonly silent: boolean;
}

/** So many readings may be missing before a time counts as not watched. */
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

/** Whether so little time lies between two moments that what was so at both was so in between. */
export function isWatched(from: number, at: number, everyMs: number): boolean {
  return at >= from && at - from <= MISSING_READINGS * everyMs;
}

function readPower({ status, pending, off_since }: LivingRow): Power {
  if (pending !== null) return 'changing';
  if (status === 'running') return 'on';
  if (status === 'stopped' || status === 'suspended' || status === 'error') return off_since === null ? 'off' : 'lost';
  return 'changing';
}

/** Null where no time lies between them, or the clock was put back. */
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
