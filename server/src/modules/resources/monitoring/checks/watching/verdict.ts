import { SECOND } from '#kernel/time.ts';
import type { CheckStatus } from '../schemas.ts';

/** A check is down after this many consecutive failures. */
const TRIES_TO_FALL = 3;
/** A check is up again after this many successes: one lucky response resolves nothing. */
const TRIES_TO_RISE = 2;

/** Meaning of a try. */
export type Verdict =
  /** A result that counts. */
  | { readonly kind: 'up' | 'down' }
  /** To be repeated soon, before anybody is notified. */
  | { readonly kind: 'again'; readonly tries: number }
  /** The try failed, perhaps through our own fault. */
  | { readonly kind: 'unknown' };

export function judge(
  check: { readonly status: CheckStatus; readonly tries: number },
  isUp: boolean,
  isSuspect: boolean,
): Verdict {
  if (!isUp && isSuspect) return { kind: 'unknown' };
  const isNews = isUp ? check.status === 'down' : check.status !== 'down';
  const tries = check.tries + 1;
  if (isNews && tries < (isUp ? TRIES_TO_RISE : TRIES_TO_FALL)) return { kind: 'again', tries };
  return { kind: isUp ? 'up' : 'down' };
}

/** Returns when to repeat a try with a changed result. */
export function nextTry(now: number): number {
  return now + Math.round((5 + 5 * Math.random()) * SECOND);
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Returns the next time of a check. Each check has its own offset within the interval, derived from its id. Consecutive
 * ids are far apart, so that any number of checks is spread evenly without stored state.
 */
export function nextTurn(checkId: number, intervalSeconds: number, now: number): number {
  const interval = intervalSeconds * SECOND;
  const moment = Math.floor(((checkId * GOLDEN) % 1) * interval);
  return moment + (Math.floor((now - moment) / interval) + 1) * interval;
}
