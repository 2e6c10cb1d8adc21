import { HOUR, MINUTE } from '#kernel/time.ts';

const LONGEST_PAUSE = 6 * HOUR;

/**
 * Returns the time of the next poll. Pauses grow with the age of the payment, because notifications usually arrive
 * first.
 */
export function nextCheckAt({ created_at }: { created_at: number }, now: number): number {
  return now + Math.min(Math.max(now - created_at, MINUTE), LONGEST_PAUSE);
}
