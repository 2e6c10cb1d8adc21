import type { SqlAccess, SqlDatabase } from '../driver.ts';
import { notThere } from '../failure.ts';
import { isOwner, letAccountIn, lockAccountOut } from './databases.ts';
import type { MariadbServer } from './server.ts';
import { escapePattern, quoteName } from './session.ts';

/** With these a database grows. What is left takes things away: delete, truncate, drop. */
const growing = 'insert, update, create, alter, index';

/** An account that may not pass rights on cannot give them back to itself. */
export async function setMariadbAccess(server: MariadbServer, owned: SqlDatabase, access: SqlAccess): Promise<void> {
  const { database, username } = owned;
  await server.administer(async (session) => {
    if (!(await isOwner(session, owned))) throw notThere();
    const place = `${quoteName(escapePattern(database))}.*`;
    if (access === 'full') await session.query(`grant ${growing} on ${place} to ?@'%'`, [username]);
    else await session.query(`revoke ${growing} on ${place} from ?@'%'`, [username]);
    // Sessions keep the rights with which they entered the database.
    if (access !== 'full') await lockAccountOut(session, username);
    if (access !== 'closed') await letAccountIn(session, username);
  });
}
