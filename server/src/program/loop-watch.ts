import { type Blocked, isOfSameDay, longestBlocked } from '#health/blocked-loop.ts';
import { takeLongest } from '#kernel/current-work.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import type { Hostler } from './hostler.ts';

/** The timer that measures how late it is. */
const EVERY_MS = 20;
const BLOCKED_MS = 100;

interface Options extends Pick<Hostler, 'db' | 'clock' | 'log'> {
  part: Blocked['process'];
  /** Shortest time between two writes. */
  savedEveryMs?: number;
  /** Shortest time between two lines about the same work: on a machine that is too small, every turn is late. */
  loggedEveryMs?: number;
}

/**
 * Logs which route or job held up the event loop of this process, and stores the longest of the day for `doctor`.
 * Returns a function that ends the watch. A request pays a few readings of a monotonic clock, and no timer.
 */
export function watchLoop({
  db,
  clock,
  log,
  part,
  savedEveryMs = MINUTE,
  loggedEveryMs = SECOND,
}: Options): () => void {
  let longestOfDay: Blocked | undefined;
  let saved: Blocked | undefined;
  let savedAt = Number.NEGATIVE_INFINITY;
  const loggedAt = new Map<string, number>();
  let notLogged = 0;
  let last = performance.now();
  let cpu = process.threadCpuUsage();
  takeLongest();

  const timer = setInterval(() => {
    const now = performance.now();
    const used = process.threadCpuUsage();
    const longest = takeLongest();
    const ms = Math.round(now - last - EVERY_MS);
    const cpu_ms = Math.round((used.user + used.system - cpu.user - cpu.system) / 1000);
    last = now;
    cpu = used;
    if (ms > BLOCKED_MS) note(ms, cpu_ms, longest);
    if (longestOfDay && longestOfDay !== saved && now - savedAt >= savedEveryMs) {
      savedAt = now;
      void save(longestOfDay);
    }
  }, EVERY_MS);
  timer.unref();

  function note(ms: number, cpu_ms: number, { work, ms: work_ms }: ReturnType<typeof takeLongest>): void {
    const name = work?.name ?? 'unknown';
    const account_id = work?.accountId ?? null;
    const about = { work: name, ...(account_id === null ? {} : { account_id }), work_ms: Math.round(work_ms) };
    if (last - (loggedAt.get(name) ?? Number.NEGATIVE_INFINITY) >= loggedEveryMs) {
      log.warn({ ...about, ms, cpu_ms, ...(notLogged === 0 ? {} : { not_logged: notLogged }) }, 'event loop blocked');
      loggedAt.set(name, last);
      notLogged = 0;
    } else {
      notLogged += 1;
    }
    const found: Blocked = { process: part, work: name, account_id, ms, cpu_ms, at: clock.now() };
    if (!longestOfDay || longestOfDay.ms < ms || !isOfSameDay(longestOfDay, found)) longestOfDay = found;
  }

  async function save(found: Blocked): Promise<void> {
    try {
      await db.write(function* () {
        const stored = yield* longestBlocked.read();
        if (stored && isOfSameDay(stored, found) && stored.ms >= found.ms) return;
        yield* longestBlocked.save(found);
      });
      saved = found;
    } catch {
      // An outage of the database is logged elsewhere. The next attempt follows in a minute.
    }
  }

  return () => clearInterval(timer);
}
