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
 * Returns the owners of a database. The server has no owners, so the owner is a user with all privileges on it, except
 * perhaps those to write, and without the grant option. That grant is the first step of a creation and the last of a
 * removal.
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

/**
 * Returns the owner. The database itself may be missing, because its owner can drop it. A database of another
 * installation counts as missing.
 */
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

/** Creates the account with its privileges, or sets its password again. */
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

/** Sets the limits of an account that was created before there were any, or with others. */
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

/** Drops the databases of a load. The journal goes first: the tables it refers to must exist as long as it does. */
export async function dropBeside(session: MariadbSession, database: string): Promise<void> {
  for (const what of ['swap', 'old', 'new'] as const) await dropDatabase(session, nameBeside(database, what));
}

export async function dropAccount(session: MariadbSession, username: string): Promise<void> {
  await session.query(`drop user if exists ?@'%'`, [username]);
}

/** Locks an account and ends its sessions. */
export async function lockAccountOut(session: MariadbSession, username: string): Promise<void> {
  await session.query(`alter user ?@'%' account lock`, [username]);
  for (const deadline = performance.now() + goneWithinMs; ; ) {
    await session.query('kill user ?', [username]);
    const left = await session.query('select 1 from information_schema.PROCESSLIST where USER = ?', [username]);
    if (left.length === 0) return;
    if (performance.now() > deadline)
      throw unreachable(new Error('The connections of the customer did not end in time.'));
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
