import type { Query } from '@hostler/database';
import { conflict } from '#kernel/errors.ts';
import { countSnapshots } from './store.ts';

/**
 * Refuses work that replaces the machine of a server while it has snapshots: they are part of the machine and would be
 * deleted with it. `done` completes the sentence "This VPS cannot be …".
 */
export function* refuseWithSnapshots(accountId: number, hostingId: number, done: string): Query<void> {
  const count = yield* countSnapshots(accountId, hostingId);
  if (count === 0) return;
  const some = count === 1 ? '1 snapshot' : `${count} snapshots`;
  throw conflict(`This VPS has ${some} and cannot be ${done}: the snapshots would be lost. Remove them first.`);
}
