import { setTimeout as sleep } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import { nameBeside } from '../names.ts';
import type { Administrator } from './administrator.ts';
import { readSqlState } from './errors.ts';
import type { PostgresServer } from './server.ts';
import type { PostgresSession } from './session.ts';

const objectInUse = '55006';
const tries = 3;

/**
 * Swaps the loaded database with the old one, both renames in one transaction. A database can be renamed only without
 * connections. The statement makes new clients wait and gives the others five seconds, in which they are disconnected
 * from another connection. Clients then reconnect to the new one.
 */
export async function swapDatabases(
  server: PostgresServer,
  session: PostgresSession,
  us: Administrator,
  database: string,
): Promise<void> {
  const [incoming, outgoing] = [nameBeside(database, 'new'), nameBeside(database, 'old')];
  const rename = (from: string, to: string) =>
    `alter database ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)}`;
  await server.administer(async (guard) => {
    let done = false;
    const showOut = async () => {
      while (!done) {
        await endSessions(guard, us, [database, incoming]);
        await sleep(50);
      }
    };
    const watching = showOut().catch(() => {}); // the rename itself fails if a session remains
    try {
      for (let left = tries; ; left--) {
        try {
          return await session.transact([rename(database, outgoing), rename(incoming, database)]);
        } catch (error) {
          if (readSqlState(error) !== objectInUse || left === 1) throw error;
        }
      }
    } finally {
      done = true;
      await watching;
    }
  });
}

/** Ends the sessions that we may end; those of a superuser only a superuser may end. */
async function endSessions(session: PostgresSession, us: Administrator, databases: string[]): Promise<void> {
  await session.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = any ($1) and usesysid is not null and ($2 or pg_has_role(usesysid, 'usage'))`,
    [databases, us.superuser],
  );
}
