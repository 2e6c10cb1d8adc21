import { randomBytes } from 'node:crypto';
import { isOldGuest, nameGuest } from '../names.ts';
import type { MariadbLogin } from './address.ts';
import { hashPassword } from './password.ts';
import { escapePattern, type MariadbSession, quoteName } from './session.ts';

/** A user for one run of a tool on a customer's database. */
export type Guest = MariadbLogin;

/**
 * Creates a guest. A dump contains text of the customer, and a load runs code of the customer. So both run as a user
 * that has access to one database only, and is dropped afterwards.
 */
export async function addGuest(
  session: MariadbSession,
  { database, writes }: { database: string; writes: boolean },
): Promise<Guest> {
  await removeOldGuests(session);
  const [user, password] = [nameGuest(), randomBytes(24).toString('base64url')];
  await session.query(
    `grant ${writes ? 'all' : 'select, show view'} on ${quoteName(escapePattern(database))}.* to ?@'%'
     identified via mysql_native_password using ? with max_user_connections 3`,
    [user, hashPassword(password)],
  );
  return { user, password };
}

export async function removeGuest(session: MariadbSession, { user }: Guest): Promise<void> {
  await session.query('kill user ?', [user]);
  await session.query(`drop user if exists ?@'%'`, [user]);
}

/** Drops guests of dead processes. */
async function removeOldGuests(session: MariadbSession): Promise<void> {
  const idle = await session.query<{ name: string }>(
    `select User as name from mysql.global_priv
     where User like 'hostler\\_guest\\_%' and User not in (select USER from information_schema.PROCESSLIST)`,
  );
  for (const { name } of idle) if (isOldGuest(name)) await session.query(`drop user if exists ?@'%'`, [name]);
}
