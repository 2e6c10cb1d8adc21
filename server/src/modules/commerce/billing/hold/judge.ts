import { DAY, HOUR } from '#kernel/time.ts';
import type { BillingClock, SeenHold } from './store.ts';

/** A gap that no steady clock explains: only staff continue billing after it. */
const CONFIRM_AFTER_MS = 45 * DAY;
/** Time that the clock must advance steadily before billing continues by itself. */
const STEADY_MS = DAY;
/** A larger difference between two looks is a jump. The run looks every hour. */
const JUMP_MS = 2 * HOUR;

/** Why billing is held. */
export interface Hold extends SeenHold {
  readonly lastRunAt: number;
  readonly gapMs: number;
  /** When billing continues if the clock advances steadily; null if only staff can continue it. */
  readonly until: number | null;
}

/** Returns undefined if billing may run by this clock. */
export function judgeClock(
  { at, hold: known }: Pick<BillingClock, 'at' | 'hold'>,
  now: number,
  maxGapMs: number,
): Hold | undefined {
  const gapMs = now - at;
  if (gapMs <= maxGapMs) return undefined;
  const steadyFrom = known && Math.abs(now - known.seenAt) <= JUMP_MS ? known.steadyFrom : now;
  const needsStaff = gapMs > CONFIRM_AFTER_MS;
  if (!needsStaff && now - steadyFrom >= STEADY_MS) return undefined;
  const until = needsStaff ? null : steadyFrom + STEADY_MS;
  return { since: known?.since ?? now, seenAt: now, steadyFrom, lastRunAt: at, gapMs, until };
}

/**
 * Returns what to remember of a run that is not held. A clock that is behind the last run (a machine that starts in 1970)
 * does not move the last run back at once: when the clock is set right, that must not look like a gap.
 */
export function advanceClock({ at, behindSince }: BillingClock, now: number): Pick<BillingClock, 'at' | 'behindSince'> {
  if (now >= at) return { at: now };
  const since = behindSince !== undefined && behindSince <= now ? behindSince : now;
  return now - since >= STEADY_MS ? { at: now } : { at, behindSince: since };
}
