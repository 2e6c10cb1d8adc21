import { createHmac } from 'node:crypto';
import { unreachable } from '../failure.ts';
import type { MariadbServer } from './server.ts';
import type { MariadbSession } from './session.ts';

const waitSeconds = 15;

/** Locks a database for the duration of the session, against other processes, too. */
export async function lockDatabase(server: MariadbServer, session: MariadbSession, database: string): Promise<void> {
  if (await takeLock(server, session, database, waitSeconds)) return;
  throw unreachable(new Error('Another worker holds the lock of this database.'));
}

/** Like `lockDatabase`, without waiting: returns false if the lock is held. */
export function tryLockDatabase(server: MariadbServer, session: MariadbSession, database: string): Promise<boolean> {
  return takeLock(server, session, database, 0);
}

/** Every user of the server, even a customer, can take any lock, so its name must be secret. */
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
