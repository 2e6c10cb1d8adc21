import { checkHold } from '../../../kernel/jobs/hold.ts';
import type { SqlAccess, SqlDatabase } from '../driver.ts';
import { notThere } from '../failure.ts';
import { isOwner, letAccountIn, lockAccountOut } from './databases.ts';
import { lockDatabase } from './lock.ts';
import type { MariadbServer } from './server.ts';
import { escapePattern, type MariadbSession, quoteName } from './session.ts';
import { finishInterruptedSwap, isSwapping } from './swap.ts';

/** With these a database grows. What is left takes things away: delete, truncate, drop. */
const growing = 'insert, update, create, alter, index';

/** A swap locks the owner out and lets in again whom it found inside: one that is under way is waited for, or ended. */
export async function setMariadbAccess(server: MariadbServer, owned: SqlDatabase, access: SqlAccess): Promise<void> {
  const { database } = owned;
  await server.administer(async (session) => {
    if (!(await isOwner(session, owned))) throw notThere();
    let swapped = await awaitSwap(server, session, database);
    for (;;) {
      checkHold();
      await changeAccess(session, owned, access);
      // Not while we have its lock; otherwise one may have begun meanwhile, which knows nothing of this.
      if (swapped || !(await awaitSwap(server, session, database))) return;
      swapped = true;
    }
  });
}

/** False when there is none. */
async function awaitSwap(server: MariadbServer, session: MariadbSession, database: string): Promise<boolean> {
  if (!(await isSwapping(session, database))) return false;
  await lockDatabase(server, session, database);
  await finishInterruptedSwap(session, database);
  return true;
}

/** An account that may not pass rights on cannot give them back to itself. */
async function changeAccess(
  session: MariadbSession,
  { database, username }: SqlDatabase,
  access: SqlAccess,
): Promise<void> {
  const place = `${quoteName(escapePattern(database))}.*`;
  if (access === 'full') await session.query(`grant ${growing} on ${place} to ?@'%'`, [username]);
  else await session.query(`revoke ${growing} on ${place} from ?@'%'`, [username]);
  // Sessions keep the rights with which they entered the database.
  if (access !== 'full') await lockAccountOut(session, username);
  if (access !== 'closed') await letAccountIn(session, username);
}
