import type { EnforceOptions } from '../driver.ts';
import { isMarked } from './databases.ts';
import type { PostgresServer } from './server.ts';

/**
 * Ends sessions that exceed the limits, whatever they set for themselves. A transaction counts as a whole: one kept
 * open by small statements blocks vacuum as much as an idle one.
 */
export async function endOverdueSessions(server: PostgresServer, { users }: EnforceOptions = {}): Promise<number> {
  const { statementSeconds, idleTransactionSeconds } = server.bounds;
  if (statementSeconds === 0 && idleTransactionSeconds === 0) return 0;
  return server.administer(async (session) => {
    const ended = await session.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended
       from pg_stat_activity
       where backend_type = 'client backend' and ${isMarked('usesysid')}
         and pg_has_role(usesysid, 'usage') and ($3::text[] is null or usename = any ($3))
         and ((state <> 'idle' and $1 > 0 and xact_start < clock_timestamp() - make_interval(secs => $1))
           or (state like 'idle in transaction%' and $2 > 0
               and state_change < clock_timestamp() - make_interval(secs => $2)))`,
      [statementSeconds, idleTransactionSeconds, users ?? null],
    );
    return ended.filter(({ ended: done }) => done).length;
  });
}
