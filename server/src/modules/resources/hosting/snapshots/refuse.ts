import type { Query } from '@hostler/database';
import { errors } from './errors.ts';
import { countSnapshots } from './store.ts';

/**
 * Refuses work that replaces the machine of a server while it has snapshots: they are part of the machine and would be
 * deleted with it. `done` completes the sentence "This VPS cannot be …".
 */
export function* refuseWithSnapshots(accountId: number, hostingId: number, done: string): Query<void> {
  const count = yield* countSnapshots(accountId, hostingId);
  if (count === 0) return;
  const some = count === 1 ? '1 snapshot' : `${count} snapshots`;
  throw errors.vps_has_snapshots({ snapshots: some, done });
}
