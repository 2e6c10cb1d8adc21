import { HOUR, MINUTE } from '../../../../../kernel/time.ts';

const LONGEST_PAUSE = 6 * HOUR;

/** When to ask for a payment again: the longer it takes, the longer the pauses. Notices usually come before. */
export function nextLook({ created_at }: { created_at: number }, now: number): number {
  return now + Math.min(Math.max(now - created_at, MINUTE), LONGEST_PAUSE);
}
