import { lockName, type Query } from '../../../../kernel/db/query.ts';
import { MINUTE } from '../../../../kernel/time.ts';
import { pauseAfter, REMEMBERED_MS, tooManyGuesses } from './service.ts';
import { countAttempt, findAttempts } from './store.ts';

const OF_ADDRESS = { free: 10, longest: 15 * MINUTE };

/** How often an address may ask for mail to somebody, whoever that is; throws 429. */
export function* countAsking(source: string, now: number): Query<void> {
  const name = `asking ${source}`;
  yield* lockName(name);
  const since = now - REMEMBERED_MS;
  const wait = pauseAfter(yield* findAttempts({ name, since }), OF_ADDRESS, now);
  if (wait > 0) throw tooManyGuesses(wait);
  yield* countAttempt({ name, now, since });
}
