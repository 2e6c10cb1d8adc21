import type { Query } from '@hostler/database';
import { conflict } from '#kernel/errors.ts';
import { countSnapshots } from '../snapshots/store.ts';

/** Throws CONFLICT if something on the VPS does not survive a rebuild. */
export function* refuseRebuild(accountId: number, id: number): Query<void> {
  if ((yield* countSnapshots(accountId, id)) === 0) return;
  throw conflict('This VPS has snapshots, which a rebuild would delete. Remove them first.');
}
