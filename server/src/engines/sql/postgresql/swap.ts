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
 * Puts the loaded database in the other's place, both names in one transaction. A database can be renamed while nobody
 * is connected to it: the statement keeps new clients waiting and gives those who are there five seconds to leave,
 * which meanwhile are shown out on another connection. Clients connect again to the new one.
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
  await server.administer(async (doorman) => {
    let done = false;
    const showOut = async () => {
      while (!done) {
        await endSessions(doorman, us, [database, incoming]);
        await sleep(50);
      }
    };
    const watching = showOut().catch(() => {}); // a rename that still finds somebody says so
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

/** Of everyone whose sessions are ours to end; those of a superuser are only a superuser's. */
async function endSessions(session: PostgresSession, us: Administrator, databases: string[]): Promise<void> {
  await session.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = any ($1) and usesysid is not null and ($2 or pg_has_role(usesysid, 'usage'))`,
    [databases, us.superuser],
  );
}
