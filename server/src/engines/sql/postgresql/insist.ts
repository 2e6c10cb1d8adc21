import { setTimeout as sleep } from 'node:timers/promises';
import { isMarked } from './databases.ts';
import type { PostgresServer } from './server.ts';
import type { PostgresSession } from './session.ts';

/** Less than a statement waits for a lock. */
const patienceMs = 3_000;
const pauseMs = 200;

/**
 * Work in a customer's database that is not for him: his sessions that keep it waiting are left some time, and then shown
 * out. He could otherwise hold it up for ever, one open transaction after the other.
 */
export async function insist<T>(server: PostgresServer, session: PostgresSession, work: () => Promise<T>): Promise<T> {
  const [own] = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new AbortController();
  const showOut = async () => {
    await sleep(patienceMs, undefined, { signal: ended.signal });
    await server.administer(async (doorman) => {
      for (;;) {
        await doorman.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where pid = any (pg_blocking_pids($1)) and ${isMarked('usesysid')}`,
          [own?.pid],
        );
        await sleep(pauseMs, undefined, { signal: ended.signal });
      }
    });
  };
  const watching = showOut().catch(() => {}); // work that still finds somebody says so
  try {
    return await work();
  } finally {
    ended.abort();
    await watching;
  }
}
