import { escapeIdentifier } from 'pg';
import { checkHold } from '../../../kernel/jobs/hold.ts';
import type { SqlAccess, SqlDatabase } from '../driver.ts';
import { notThere } from '../failure.ts';
import { endSessionsOf, requireOwner } from './databases.ts';
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
    if (access !== 'full') await endSessionsOf(session, username);
    checkHold();
    await session.transact([
      `alter role ${role} ${access === 'closed' ? 'nologin' : 'login'}`,
      `alter role ${inDatabase} ${change}`,
    ]);
    // Those that came meanwhile began under other rules.
    if (access !== 'full') await endSessionsOf(session, username);
  });
}
