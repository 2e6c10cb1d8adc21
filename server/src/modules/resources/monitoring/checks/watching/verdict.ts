import { SECOND } from '../../../../../kernel/time.ts';
import type { CheckStatus } from '../schemas.ts';

/** So many tries in a row that fail, and it is down. */
const TRIES_TO_FALL = 3;
/** And so many that do not, and it is up again: one lucky answer resolves nothing. */
const TRIES_TO_RISE = 2;

/** What a try means. */
export type Verdict =
  /** A result, which counts. */
  | { readonly kind: 'up' | 'down' }
  /** To be tried again soon, before anybody is told. */
  | { readonly kind: 'again'; readonly tries: number }
  /** It failed, and that is perhaps our own fault. */
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

/** When to try again what was not as it was. */
export function nextTry(now: number): number {
  return now + Math.round((5 + 5 * Math.random()) * SECOND);
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The next time of a check: each has its own moment of the interval, by its id. Consecutive ids are as far apart as can be,
 * so any number of checks is spread evenly, also after all were late; and nothing of it must be remembered.
 */
export function nextTurn(checkId: number, intervalSeconds: number, now: number): number {
  const interval = intervalSeconds * SECOND;
  const moment = Math.floor(((checkId * GOLDEN) % 1) * interval);
  return moment + (Math.floor((now - moment) / interval) + 1) * interval;
}
