import { lockName, type Query } from '@hostler/database';
import { MINUTE } from '#kernel/time.ts';
import { pauseAfter, REMEMBERED_MS, tooManyGuesses } from './service.ts';
import { countAttempt, findAttempts, forgiveAttempt } from './store.ts';

const OF_ADDRESS = { free: 10, longest: 15 * MINUTE };

const OF_SECRET = { free: 5, longest: 15 * MINUTE };

/** Counts requests for mail to any person per network address. Throws 429. */
export function countAsking(source: string, now: number): Query<void> {
  return count(`asking ${source}`, OF_ADDRESS, now);
}

/** Counts guesses at a secret that require a link. Throws 429. */
export function countTry(name: string, now: number): Query<void> {
  return count(`tries of ${name}`, OF_SECRET, now);
}

/** Takes back a try that was right. */
export function forgiveTry(name: string): Query<unknown> {
  return forgiveAttempt(`tries of ${name}`);
}

function* count(name: string, rule: typeof OF_ADDRESS, now: number): Query<void> {
  yield* lockName(name);
  const since = now - REMEMBERED_MS;
  const wait = pauseAfter(yield* findAttempts({ name, since }), rule, now);
  if (wait > 0) throw tooManyGuesses(wait);
  yield* countAttempt({ name, now, since });
}
