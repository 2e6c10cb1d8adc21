import type { Cleanup } from '../cleanup.ts';
import type { Guest } from './guest.ts';
import { removeGuest } from './guest.ts';
import type { MariadbServer } from './server.ts';

const lookEveryMs = 2_000;
const patienceSeconds = 10;

/**
 * Shows a guest out who has waited too long for a lock: its owner's own session may hold one for as long as it likes, and
 * mariadb-dump cannot be told to wait no longer than so. The tool finds its connection gone, and the work is tried again.
 */
export function watchLocks(server: MariadbServer, guest: Guest, cleanup: Cleanup): void {
  let looking = Promise.resolve();
  const look = () =>
    server.administer(async (session) => {
      const waiting = await session.query(
        `select 1 from information_schema.PROCESSLIST
         where USER = ? and STATE like 'Waiting for%lock%' and TIME >= ?`,
        [guest.user, patienceSeconds],
      );
      if (waiting.length > 0) await removeGuest(session, guest);
    });
  const timer = setInterval(() => {
    // A server that cannot be asked says so to the tool as well.
    looking = looking.then(look).catch(() => {});
  }, lookEveryMs);
  cleanup.add(() => clearInterval(timer));
}
