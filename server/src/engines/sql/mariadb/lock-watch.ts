import type { Cleanup } from '../cleanup.ts';
import type { Guest } from './guest.ts';
import { removeGuest } from './guest.ts';
import type { MariadbServer } from './server.ts';

const checkEveryMs = 2_000;
const patienceSeconds = 10;

/**
 * Ends a guest that has waited too long for a lock: a session of the owner may hold one indefinitely, and mariadb-dump
 * has no such timeout. The tool loses its connection, and the work is retried.
 */
export function watchLocks(server: MariadbServer, guest: Guest, cleanup: Cleanup): void {
  let checking = Promise.resolve();
  const check = () =>
    server.administer(async (session) => {
      const waiting = await session.query(
        `select 1 from information_schema.PROCESSLIST
         where USER = ? and STATE like 'Waiting for%lock%' and TIME >= ?`,
        [guest.user, patienceSeconds],
      );
      if (waiting.length > 0) await removeGuest(session, guest);
    });
  const timer = setInterval(() => {
    // If the server cannot be queried, the tool fails as well.
    checking = checking.then(check).catch(() => {});
  }, checkEveryMs);
  cleanup.add(() => clearInterval(timer));
}
