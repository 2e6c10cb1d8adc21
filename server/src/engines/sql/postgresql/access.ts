import { escapeIdentifier } from 'pg';
import { checkHold } from '#kernel/jobs/hold.ts';
import type { SqlAccess, SqlDatabase } from '../driver.ts';
import { notThere } from '../failure.ts';
import { endSessionsOf, requireOwner } from './databases.ts';
import type { PostgresServer } from './server.ts';

/**
 * Sessions of the owner start read-only. An owner can make any of them writable again, which allows deletions. One who
 * keeps growing must be closed.
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
    if (access !== 'full') await endSessionsOf(session, username);
    checkHold();
    await session.transact([
      `alter role ${role} ${access === 'closed' ? 'nologin' : 'login'}`,
      `alter role ${inDatabase} ${change}`,
    ]);
    // Sessions that started meanwhile have the old settings.
    if (access !== 'full') await endSessionsOf(session, username);
  });
}
