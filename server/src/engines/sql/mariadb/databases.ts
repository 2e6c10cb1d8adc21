import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlBounds, SqlDatabase } from '../driver.ts';
import { notThere, taken, unreachable } from '../failure.ts';
import { nameBeside } from '../names.ts';
import { escapePattern, type MariadbSession, quoteName } from './session.ts';

const goneWithinMs = 10_000;

export async function hasDatabase(session: MariadbSession, database: string): Promise<boolean> {
  const found = await session.query('select 1 from information_schema.SCHEMATA where SCHEMA_NAME = ?', [database]);
  return found.length > 0;
}

/**
 * Whom a database belongs to: the server knows no owners, so it is who has all rights on it, but perhaps those to write,
 * and may not give them on.
 * Such a grant is the first thing that a creation makes and the last that a removal takes away.
 */
async function listOwners(session: MariadbSession, database: string): Promise<string[]> {
  const owners = await session.query<{ name: string }>(
    `select User as name from mysql.db
     where Db = ? and Host = '%' and User not like 'hostler\\_%' and Grant_priv = 'N'
       and Select_priv = 'Y' and Drop_priv = 'Y' and Trigger_priv = 'Y' and Event_priv = 'Y'
     order by User = ? desc, User`,
    [escapePattern(database), database],
  );
  return owners.map(({ name }) => name);
}

/** The database itself may be missing: its owner can have dropped it. One that is not ours is as good as not there. */
export async function requireOwner(session: MariadbSession, database: string): Promise<string> {
  const [owner] = await listOwners(session, database);
  if (owner === undefined) throw notThere();
  return owner;
}

export async function isOwner(session: MariadbSession, { database, username }: SqlDatabase): Promise<boolean> {
  return (await listOwners(session, database)).includes(username);
}

export async function checkFree(session: MariadbSession, { database, username }: SqlDatabase): Promise<void> {
  const owners = await listOwners(session, database);
  if (owners.includes(username)) return;
  const accounts = await session.query('select 1 from mysql.global_priv where User = ?', [username]);
  if (owners.length > 0 || accounts.length > 0 || (await hasDatabase(session, database))) throw taken();
}

/** Makes the account, or gives it its password again. It and its rights come together. */
export async function saveAccount(
  session: MariadbSession,
  account: SqlDatabase & { hash: string; connectionLimit: number; bounds: SqlBounds },
): Promise<void> {
  const { database, username, hash, connectionLimit, bounds } = account;
  const limits = `max_user_connections ${connectionLimit} max_statement_time ${bounds.statementSeconds}`;
  const how = `identified via mysql_native_password using ? with ${limits}`;
  if (await isOwner(session, account)) {
    await session.query(`alter user ?@'%' ${how} account unlock`, [username, hash]);
  } else {
    await session.query(`grant all on ${quoteName(escapePattern(database))}.* to ?@'%' ${how}`, [username, hash]);
  }
}

/** For an account from before there were bounds, or from when they were others. */
export async function boundAccount(session: MariadbSession, username: string, bounds: SqlBounds): Promise<void> {
  const [account] = await session.query<{ seconds: string | number | null }>(
    `select json_value(Priv, '$.max_statement_time') as seconds from mysql.global_priv where User = ? and Host = '%'`,
    [username],
  );
  if (!account || Number(account.seconds ?? 0) === bounds.statementSeconds) return;
  await session.query(`alter user ?@'%' with max_statement_time ${bounds.statementSeconds}`, [username]);
}

export async function makeDatabase(session: MariadbSession, database: string): Promise<void> {
  await session.query(`create database if not exists ${quoteName(database)} character set utf8mb4`);
}

export async function dropDatabase(session: MariadbSession, database: string): Promise<void> {
  await session.query(`drop database if exists ${quoteName(database)}`);
}

/** What a load works in; the journal goes first, because what it speaks of must be there while it is. */
export async function dropBeside(session: MariadbSession, database: string): Promise<void> {
  for (const what of ['swap', 'old', 'new'] as const) await dropDatabase(session, nameBeside(database, what));
}

export async function dropAccount(session: MariadbSession, username: string): Promise<void> {
  await session.query(`drop user if exists ?@'%'`, [username]);
}

/** Nobody comes in again, and who is in is shown out. */
export async function lockAccountOut(session: MariadbSession, username: string): Promise<void> {
  await session.query(`alter user ?@'%' account lock`, [username]);
  for (const deadline = performance.now() + goneWithinMs; ; ) {
    await session.query('kill user ?', [username]);
    const left = await session.query('select 1 from information_schema.PROCESSLIST where USER = ?', [username]);
    if (left.length === 0) return;
    if (performance.now() > deadline) throw unreachable(new Error('Connections of the customer do not end.'));
    await sleep(50);
  }
}

export async function isLockedOut(session: MariadbSession, username: string): Promise<boolean> {
  const locked = await session.query(
    `select 1 from mysql.global_priv where User = ? and Host = '%' and json_value(Priv, '$.account_locked') = 1`,
    [username],
  );
  return locked.length > 0;
}

export async function letAccountIn(session: MariadbSession, username: string): Promise<void> {
  await session.query(`alter user ?@'%' account unlock`, [username]);
}
