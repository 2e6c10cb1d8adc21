import type { OperationOptions } from '../../engine.ts';
import { createCleanup } from '../cleanup.ts';
import type { SqlCredentials, SqlDatabase } from '../driver.ts';
import { notThere } from '../failure.ts';
import { nameBeside } from '../names.ts';
import {
  boundAccount,
  checkFree,
  dropAccount,
  dropBeside,
  dropDatabase,
  hasDatabase,
  isOwner,
  lockAccountOut,
  makeDatabase,
  requireOwner,
  saveAccount,
} from './databases.ts';
import { translateMariadbError } from './errors.ts';
import { lockDatabase, tryLockDatabase } from './lock.ts';
import { hashPassword } from './password.ts';
import type { MariadbServer } from './server.ts';
import { escapePattern, type MariadbSession } from './session.ts';
import { finishInterruptedSwap } from './swap.ts';

export async function createMariadbDatabase(
  server: MariadbServer,
  { database, username, password }: SqlCredentials,
  { signal }: OperationOptions = {},
): Promise<void> {
  const hash = hashPassword(password);
  await server.administer(async (session) => {
    await lockDatabase(server, session, database);
    await checkFree(session, { database, username });
    await finishInterruptedSwap(session, database);
    await dropBeside(session, database);
    const undo = createCleanup();
    try {
      if (!(await isOwner(session, { database, username }))) undo.add(() => dropAccount(session, username));
      const { connectionLimit, bounds } = server;
      await saveAccount(session, { database, username, hash, connectionLimit, bounds });
      signal?.throwIfAborted();
      await makeDatabase(session, database);
    } catch (error) {
      // Undo only after a final error: a retry can use what exists already.
      if (translateMariadbError(error).code !== 'unreachable' && !signal?.aborted) await undo.run();
      throw error;
    }
  });
}

/**
 * Deletes a database. One of another owner is kept: the creation that hit it failed, and only its record is removed.
 */
export async function removeMariadbDatabase(
  server: MariadbServer,
  { database, username }: SqlDatabase,
  { signal }: OperationOptions = {},
): Promise<void> {
  await server.administer(async (session) => {
    await lockDatabase(server, session, database);
    if (!(await isOwner(session, { database, username }))) return;
    await lockAccountOut(session, username);
    signal?.throwIfAborted();
    await dropDatabase(session, database);
    await dropBeside(session, database);
    await dropAccount(session, username);
  });
}

export async function measureDatabase(server: MariadbServer, database: string): Promise<number> {
  return server.administer(async (session) => {
    await boundAccount(session, await requireOwner(session, database), server.bounds);
    await clearUpBeside(server, session, database);
    if (!(await hasDatabase(session, database))) throw notThere();
    // Skip a table that is being created or altered: its owner could make us wait for each of a hundred.
    await session.query('set session lock_wait_timeout = 0');
    const [row] = await session.query<{ size: string | number }>(
      `select (select coalesce(sum(ALLOCATED_SIZE), 0) from information_schema.INNODB_SYS_TABLESPACES
               where NAME like ?)
            + (select coalesce(sum(DATA_LENGTH + INDEX_LENGTH), 0) from information_schema.TABLES
               where TABLE_SCHEMA = ? and ENGINE <> 'InnoDB') as size`,
      [`${escapePattern(database)}/%`, database],
    );
    return Number(row?.size ?? 0);
  });
}

/** A load that died and was never retried left a swap or a copy. Measuring runs every hour and removes it. */
async function clearUpBeside(server: MariadbServer, session: MariadbSession, database: string): Promise<void> {
  const places = (['swap', 'old', 'new'] as const).map((what) => nameBeside(database, what));
  const left = await session.query('select 1 from information_schema.SCHEMATA where SCHEMA_NAME in (?)', [places]);
  if (left.length === 0 || !(await tryLockDatabase(server, session, database))) return;
  await finishInterruptedSwap(session, database);
  await dropBeside(session, database);
}
