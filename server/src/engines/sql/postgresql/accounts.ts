import { escapeIdentifier } from 'pg';
import { EngineError, type OperationOptions } from '../../engine.ts';
import { createCleanup } from '../cleanup.ts';
import type { SqlCredentials, SqlDatabase } from '../driver.ts';
import { nameBeside } from '../names.ts';
import { boundRole } from './bounds.ts';
import {
  actFor,
  checkFree,
  dropBeside,
  dropDatabase,
  dropRole,
  findRole,
  lockRoleOut,
  makeDatabase,
  requireOwner,
  saveRole,
} from './databases.ts';
import { isHeld, translatePostgresError } from './errors.ts';
import { insist } from './insist.ts';
import { makeScramVerifier } from './scram.ts';
import type { PostgresServer } from './server.ts';
import { lockDatabase, type PostgresSession, tryLockDatabase } from './session.ts';

export async function createPostgresDatabase(
  server: PostgresServer,
  { database, username, password }: SqlCredentials,
  { signal }: OperationOptions = {},
): Promise<void> {
  const { connectionLimit } = server;
  const verifier = await makeScramVerifier(password);
  await server.administer(async (session, us) => {
    await lockDatabase(session, database);
    const isNew = await checkFree(session, { database, username });
    await dropBeside(session, database);
    const undo = createCleanup();
    try {
      if (!(await findRole(session, username)))
        undo.add(() => session.query(`drop role ${escapeIdentifier(username)}`));
      await saveRole(session, us, { username, verifier, connectionLimit });
      await boundRole(session, us, username, server.bounds);
      signal?.throwIfAborted();
      if (isNew) undo.add(() => dropDatabase(session, database));
      await makeDatabase(session, { database, username, connectionLimit });
    } catch (error) {
      // Undo only after a final error: a retry can use what exists already.
      if (translatePostgresError(error).code !== 'unreachable' && !signal?.aborted) await undo.run();
      throw error;
    }
  });
}

/**
 * Deletes a database. One of another owner is kept: the creation that hit it failed, and only its record is removed.
 */
export async function removePostgresDatabase(
  server: PostgresServer,
  { database, username }: SqlDatabase,
  { signal }: OperationOptions = {},
): Promise<void> {
  await server.administer(async (session, us) => {
    await lockDatabase(session, database);
    if (!(await findRole(session, username))?.ours) return;
    await actFor(session, us, username);
    await lockRoleOut(session, username);
    const owner = await requireOwner(session, us, database).catch(ignoreAbsence);
    signal?.throwIfAborted();
    if (owner === username) {
      await dropDatabase(session, database);
      await dropBeside(session, database);
    }
    await dropRole(session, username, (elsewhere) => disown(server, username, elsewhere));
  });
}

export async function measureDatabase(server: PostgresServer, database: string): Promise<number> {
  return server.administer(async (session, us) => {
    const owner = await requireOwner(session, us, database);
    await boundRole(session, us, owner, server.bounds).catch(ignoreHolder);
    await clearUpBeside(session, database);
    const [row] = await session.query<{ size: string }>('select pg_database_size($1) as size', [database]);
    return Number(row?.size ?? 0);
  });
}

/** A load that died and was never retried left a copy. Measuring runs every hour and removes it. */
async function clearUpBeside(session: PostgresSession, database: string): Promise<void> {
  const names = [nameBeside(database, 'new'), nameBeside(database, 'old')];
  const left = await session.query('select 1 from pg_database where datname = any ($1)', [names]);
  if (left.length > 0 && (await tryLockDatabase(session, database))) await dropBeside(session, database);
}

/** Drops privileges of a role in another customer's database, with the rights of those two only. */
async function disown(server: PostgresServer, username: string, elsewhere: string): Promise<void> {
  const cleanup = createCleanup();
  try {
    const guest = await server.administer(async (session, us) => {
      const owner = await requireOwner(session, us, elsewhere);
      return server.invite(session, us, cleanup, { owners: [username, owner] });
    });
    await server.visit(guest, elsewhere, (visit) =>
      insist(server, visit, () => visit.query(`drop owned by ${escapeIdentifier(username)}`)),
    );
  } finally {
    await cleanup.run();
  }
}

function ignoreAbsence(error: unknown): undefined {
  if (error instanceof EngineError && error.code === 'not_found') return undefined;
  throw error;
}

/** A customer who locks their own role gets the limits later, and is still measured. */
function ignoreHolder(error: unknown): void {
  if (!isHeld(error)) throw error;
}
