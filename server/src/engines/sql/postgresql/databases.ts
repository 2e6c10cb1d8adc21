import { escapeIdentifier, escapeLiteral } from 'pg';
import type { SqlDatabase } from '../driver.ts';
import { notThere, taken } from '../failure.ts';
import { nameBeside } from '../names.ts';
import { type Administrator, grantToUs } from './administrator.ts';
import { readSqlState } from './errors.ts';
import type { PostgresSession } from './session.ts';

/** Comment on every role we created. A role without it belongs to somebody else and is not changed. */
const mark = 'Made by Hostler';

/** Returns the SQL condition that a role, given by its oid, is ours. */
export function isMarked(role: string): string {
  return `coalesce(shobj_description(${role}, 'pg_authid') = '${mark}', false)`;
}

/** Connections of a database beyond those of its owner, for the tools that dump and load it. */
const spareConnections = 5;
const dependentObjects = '2BP01';

export async function findRole(session: PostgresSession, name: string): Promise<{ ours: boolean } | undefined> {
  const [role] = await session.query<{ ours: boolean }>(
    `select ${isMarked('oid')} as ours from pg_roles where rolname = $1`,
    [name],
  );
  return role;
}

async function findOwner(session: PostgresSession, database: string): Promise<string | undefined> {
  const found = await session.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [database],
  );
  return found[0]?.owner;
}

/** Returns the role that owns one of our databases. Throws `not_found` for any other database. */
export async function requireOwner(session: PostgresSession, us: Administrator, database: string): Promise<string> {
  const owner = await findOwner(session, database);
  if (owner === undefined || !(await findRole(session, owner))?.ours) throw notThere();
  await actFor(session, us, owner);
  return owner;
}

/** Joins a role that another administrator may have created. */
export async function actFor(session: PostgresSession, us: Administrator, role: string): Promise<void> {
  const [row] = await session.query<{ may: boolean }>(`select pg_has_role($1, 'usage') as may`, [role]);
  if (!row?.may) await session.transact(grantToUs(us, role));
}

export async function checkFree(session: PostgresSession, { database, username }: SqlDatabase): Promise<boolean> {
  const [owner, role] = [await findOwner(session, database), await findRole(session, username)];
  if ((owner !== undefined && owner !== username) || role?.ours === false) throw taken();
  return owner === undefined;
}

/** Creates a role with its mark in one transaction, or sets the password of an existing one. */
export async function saveRole(
  session: PostgresSession,
  us: Administrator,
  { username, verifier, connectionLimit }: { username: string; verifier: string; connectionLimit: number },
): Promise<void> {
  const role = escapeIdentifier(username);
  const settings = `login connection limit ${connectionLimit} password ${escapeLiteral(verifier)}`;
  if (await findRole(session, username)) {
    await actFor(session, us, username);
    return await session.transact([`alter role ${role} ${settings}`]);
  }
  await session.transact([
    `create role ${role} nosuperuser nocreatedb nocreaterole noreplication inherit ${settings}`,
    `comment on role ${role} is '${mark}'`,
    ...grantToUs(us, username),
  ]);
}

/** Creates a database closed, revokes public access, and opens it. If repeated, only does the latter. */
export async function makeDatabase(
  session: PostgresSession,
  { database, username, connectionLimit }: SqlDatabase & { connectionLimit: number },
): Promise<void> {
  const name = escapeIdentifier(database);
  if ((await findOwner(session, database)) === undefined) {
    // From template0, which nobody can have changed.
    await session.query(
      `create database ${name} owner ${escapeIdentifier(username)} template template0 encoding 'UTF8'
       allow_connections false connection limit ${connectionLimit + spareConnections}`,
    );
  }
  await session.transact([
    `revoke all on database ${name} from public`,
    `alter database ${name} with allow_connections true`,
  ]);
}

/**
 * Drops a database with connected clients, and one that its owner made a template, which the server would refuse to
 * drop.
 */
export async function dropDatabase(session: PostgresSession, database: string): Promise<void> {
  const name = escapeIdentifier(database);
  if (await isTemplate(session, database)) await session.query(`alter database ${name} with is_template false`);
  await session.query(`drop database if exists ${name} with (force)`);
}

/** Drops the databases of a load. A connected owner could make one a template again as long as they own it. */
export async function dropBeside(session: PostgresSession, database: string): Promise<void> {
  for (const beside of [nameBeside(database, 'new'), nameBeside(database, 'old')]) {
    if (await isTemplate(session, beside)) {
      await session.query(`alter database ${escapeIdentifier(beside)} owner to current_user`);
    }
    await dropDatabase(session, beside);
  }
}

async function isTemplate(session: PostgresSession, database: string): Promise<boolean> {
  const found = await session.query('select 1 from pg_database where datname = $1 and datistemplate', [database]);
  return found.length > 0;
}

/** Must run before any change of a role: an open transaction of the role may lock it. */
export async function endSessionsOf(session: PostgresSession, username: string): Promise<void> {
  await session.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [username]);
}

export async function lockRoleOut(session: PostgresSession, username: string): Promise<void> {
  await endSessionsOf(session, username);
  await session.query(`alter role ${escapeIdentifier(username)} nologin`);
}

/** Drops a role. Privileges in the databases of others would prevent it; `disown` drops them there. */
export async function dropRole(
  session: PostgresSession,
  username: string,
  disown: (database: string) => Promise<void>,
): Promise<void> {
  const role = escapeIdentifier(username);
  await session.query(`drop owned by ${role}`);
  try {
    await session.query(`drop role ${role}`);
  } catch (error) {
    if (readSqlState(error) !== dependentObjects) throw error;
    for (const database of await listDependent(session, username)) await disown(database);
    await session.query(`drop role ${role}`);
  }
}

async function listDependent(session: PostgresSession, username: string): Promise<string[]> {
  const found = await session.query<{ datname: string }>(
    `select distinct datname from pg_shdepend
       join pg_roles on refobjid = pg_roles.oid and refclassid = 'pg_authid'::regclass
       join pg_database on dbid = pg_database.oid
     where rolname = $1`,
    [username],
  );
  return found.map(({ datname }) => datname);
}
