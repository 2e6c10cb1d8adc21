import { checkHold } from '#kernel/jobs/hold.ts';
import type { SqlAccess, SqlDatabase } from '../driver.ts';
import { notThere } from '../failure.ts';
import { isOwner, letAccountIn, lockAccountOut } from './databases.ts';
import { lockDatabase } from './lock.ts';
import type { MariadbServer } from './server.ts';
import { escapePattern, type MariadbSession, quoteName } from './session.ts';
import { finishInterruptedSwap, isSwapping } from './swap.ts';

/** Privileges that let a database grow. The remaining ones only remove: delete, truncate, drop. */
const growing = 'insert, update, create, alter, index';

/**
 * Sets the access of an owner. A running swap locks the owner out and restores the access it found, so it is awaited,
 * or completed if it was interrupted.
 */
export async function setMariadbAccess(server: MariadbServer, owned: SqlDatabase, access: SqlAccess): Promise<void> {
  const { database } = owned;
  await server.administer(async (session) => {
    if (!(await isOwner(session, owned))) throw notThere();
    let swapped = await awaitSwap(server, session, database);
    for (;;) {
      checkHold();
      await changeAccess(session, owned, access);
      // A swap cannot start while we hold its lock. Otherwise one may have started meanwhile without knowing of this
      // change.
      if (swapped || !(await awaitSwap(server, session, database))) return;
      swapped = true;
    }
  });
}

/** Returns false if there is none. */
async function awaitSwap(server: MariadbServer, session: MariadbSession, database: string): Promise<boolean> {
  if (!(await isSwapping(session, database))) return false;
  await lockDatabase(server, session, database);
  await finishInterruptedSwap(session, database);
  return true;
}

/** A user without the grant option cannot restore its own privileges. */
async function changeAccess(
  session: MariadbSession,
  { database, username }: SqlDatabase,
  access: SqlAccess,
): Promise<void> {
  const place = `${quoteName(escapePattern(database))}.*`;
  if (access === 'full') await session.query(`grant ${growing} on ${place} to ?@'%'`, [username]);
  else await session.query(`revoke ${growing} on ${place} from ?@'%'`, [username]);
  // Sessions keep the privileges with which they entered the database.
  if (access !== 'full') await lockAccountOut(session, username);
  if (access !== 'closed') await letAccountIn(session, username);
}
