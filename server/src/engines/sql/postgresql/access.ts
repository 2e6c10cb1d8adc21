import { escapeIdentifier } from 'pg';
import type { SqlAccess, SqlDatabase } from '../driver.ts';
import { notThere } from '../failure.ts';
import { requireOwner } from './databases.ts';
import type { PostgresServer } from './server.ts';

/**
 * Sessions of the owner begin as readers. An owner can make any of them a writer again, which is how something can be
 * deleted; one who grows on like that is to be closed out.
 */
export async function setPostgresAccess(
  server: PostgresServer,
  { database, username }: SqlDatabase,
  access: SqlAccess,
): Promise<void> {
  await server.administer(async (session, us) => {
    if ((await requireOwner(session, us, database)) !== username) throw notThere();
    const role = escapeIdentifier(username);
    const inDatabase = `${role} in database ${escapeIdentifier(database)}`;
    const change = access === 'full' ? 'reset default_transaction_read_only' : 'set default_transaction_read_only = on';
    await session.transact([
      `alter role ${role} ${access === 'closed' ? 'nologin' : 'login'}`,
      `alter role ${inDatabase} ${change}`,
    ]);
    if (access === 'full') return;
    // Those that are there began under other rules.
    await session.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = $2', [
      database,
      username,
    ]);
  });
}
