import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE, SECOND } from '#kernel/time.ts';

const PATIENCE = 2 * MINUTE;

/** First page of a list, which contains everything of the story. */
export const EVERYTHING = { page: 1, per_page: 100, sort: 'asc' } as const;

/** Waits for work of the worker. */
export async function waitUntil(condition: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let waited = 0; !(await condition()); waited += SECOND / 2) {
    // Without a worker the rest is done at a later start that has one.
    if (waited > PATIENCE) throw new Error('The worker has not done its work within 2 minutes.');
    await sleep(SECOND / 2, undefined, { signal });
  }
}
