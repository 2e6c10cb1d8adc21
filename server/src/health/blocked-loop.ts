import type { Database } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import { storedValue } from '#kernel/stored-value.ts';
import { type Clock, DAY, formatTime, SECOND } from '#kernel/time.ts';
import type { CheckedEngine } from './health.ts';

/** A time in which something held up the event loop of a process. */
export interface Blocked {
  /** The server, or the background work. */
  readonly process: 'server' | 'work';
  /** Route or job; `unknown` if it is neither. */
  readonly work: string;
  readonly account_id: number | null;
  readonly ms: number;
  /** Part of it in which the thread used a processor. */
  readonly cpu_ms: number;
  readonly at: number;
}

/**
 * From here on staff should act. A Kubernetes probe waits for a second by default: a server that is held up for longer
 * gets no requests. A worker without a heartbeat for four seconds loses its jobs to another one.
 */
const BOUND_MS = { server: SECOND, work: 4 * SECOND };
const ADVICE =
  'Search the log for "event loop blocked" to see whether it happens often, and report the route or job as a bug';

/** The longest of its day (UTC), of all processes. */
export const longestBlocked = storedValue<Blocked>('longest event loop block');

export function isOfSameDay(a: Blocked, b: Blocked): boolean {
  return Math.floor(a.at / DAY) === Math.floor(b.at / DAY);
}

/** Reports to `doctor` what held up the event loop longest. */
export function checkBlockedLoop({ db, clock }: { db: Database; clock: Clock }): CheckedEngine {
  return {
    name: 'event loop',
    async check() {
      const found = await db.peek(longestBlocked.read());
      return found && clock.now() - found.at < DAY ? describe(found) : describeNothing();
    },
  };
}

function describeNothing(): EngineHealth {
  return { reachable: true, version: null, detail: 'Nothing held it up for 100 ms within a day.', advice: null };
}

function describe({ process, work, account_id, ms, cpu_ms, at }: Blocked): EngineHealth {
  const what = work === 'unknown' ? 'Unknown work' : `${work}${account_id === null ? '' : ` of account ${account_id}`}`;
  const where = process === 'server' ? 'the server' : 'the background work';
  const longest = `Longest of the day: ${what} held up ${where} for ${(ms / SECOND).toFixed(1)} s, at ${formatTime(at)}.`;
  const detail = cpu_ms < ms / 2 ? `${longest} It mostly waited for the disk or for a processor.` : longest;
  return { reachable: true, version: null, detail, advice: ms < BOUND_MS[process] ? null : ADVICE };
}
