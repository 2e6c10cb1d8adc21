import type { EnforceOptions } from '../driver.ts';
import { readErrorNumber } from './errors.ts';
import type { MariadbServer } from './server.ts';

const noSuchThread = 1094;

/** Ends sessions that exceed the limits, whatever they set for themselves. A transaction counts as a whole. */
export async function endOverdueSessions(server: MariadbServer, { users }: EnforceOptions = {}): Promise<number> {
  const { statementSeconds, idleTransactionSeconds } = server.bounds;
  if (statementSeconds === 0 && idleTransactionSeconds === 0) return 0;
  return server.administer(async (session) => {
    // The start of a transaction is in the server's time zone, whatever the zone of the session.
    await session.query(`set session time_zone = 'SYSTEM'`);
    const overdue = await session.query<{ id: number }>(
      `select p.ID as id
       from information_schema.PROCESSLIST as p
       left join information_schema.INNODB_TRX as t on t.trx_mysql_thread_id = p.ID
       where p.USER in (select User from mysql.db where Host = '%' and User not like 'hostler\\_%' and Grant_priv = 'N')
         and (? is null or p.USER in (?))
         and ((? > 0 and p.COMMAND not in ('Sleep', 'Daemon') and p.TIME > ?)
           or (? > 0 and t.trx_started < now() - interval ? second)
           or (? > 0 and p.COMMAND = 'Sleep' and t.trx_id is not null and p.TIME > ?))`,
      [
        ...[users ? 1 : null, users && users.length > 0 ? users : ['']],
        ...[statementSeconds, statementSeconds, statementSeconds, statementSeconds],
        ...[idleTransactionSeconds, idleTransactionSeconds],
      ],
    );
    let ended = 0;
    for (const { id } of overdue) {
      try {
        await session.query('kill connection ?', [id]);
        ended++;
      } catch (error) {
        // The session has ended meanwhile.
        if (readErrorNumber(error) !== noSuchThread) throw error;
      }
    }
    return ended;
  });
}
