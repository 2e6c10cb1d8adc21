import { createHmac } from 'node:crypto';
import { unreachable } from '../failure.ts';
import type { MariadbServer } from './server.ts';
import type { MariadbSession } from './session.ts';

const waitSeconds = 15;

/** Holds everyone else off work on this database for as long as the session lives, other processes included. */
export async function lockDatabase(server: MariadbServer, session: MariadbSession, database: string): Promise<void> {
  if (await takeLock(server, session, database, waitSeconds)) return;
  throw unreachable(new Error('Somebody else is at work on this database.'));
}

/** The same for who has no need to wait: false when somebody else is at work on it. */
export function tryLockDatabase(server: MariadbServer, session: MariadbSession, database: string): Promise<boolean> {
  return takeLock(server, session, database, 0);
}

/** Everybody on the server can take every lock, customers too: so its name is one that they cannot know. */
async function takeLock(
  { address }: MariadbServer,
  session: MariadbSession,
  database: string,
  seconds: number,
): Promise<boolean> {
  const name = createHmac('sha256', address.administrator.password).update(`hostler ${database}`).digest('hex');
  const [row] = await session.query<{ locked: number | null }>('select get_lock(?, ?) as locked', [name, seconds]);
  return row?.locked === 1;
}
