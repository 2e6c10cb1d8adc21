import { setTimeout as sleep } from 'node:timers/promises';
import { isMarked } from './databases.ts';
import type { PostgresServer } from './server.ts';
import type { PostgresSession } from './session.ts';

/** Shorter than the lock timeout of a statement. */
const patienceMs = 3_000;
const pauseMs = 200;

/**
 * Runs work in a customer's database that the customer could block. After a grace period the blocking sessions are
 * ended. Otherwise open transactions could delay it for ever.
 */
export async function insist<T>(server: PostgresServer, session: PostgresSession, work: () => Promise<T>): Promise<T> {
  const [own] = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new AbortController();
  const showOut = async () => {
    await sleep(patienceMs, undefined, { signal: ended.signal });
    await server.administer(async (watcher) => {
      for (;;) {
        await watcher.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where pid = any (pg_blocking_pids($1)) and ${isMarked('usesysid')}`,
          [own?.pid],
        );
        await sleep(pauseMs, undefined, { signal: ended.signal });
      }
    });
  };
  const watching = showOut().catch(() => {}); // the work itself fails if it is still blocked
  try {
    return await work();
  } finally {
    ended.abort();
    await watching;
  }
}
