import type { Query } from '@hostler/database';
import { MACHINES } from '#kernel/staff-roles.ts';
import { isStillGranted, isStillStaff } from '../../../identity/holders/index.ts';
import { isEnding, isSuspending } from '../state.ts';
import { findHosting } from '../store.ts';
import type { ConsoleRow } from './store.ts';

/** Returns whether the session may be open: its opener has the rights, and the server is in use. */
export function* mayBeOpen(row: ConsoleRow, now: number): Query<boolean> {
  const { account_id: accountId, holder_kind, holder_id, reason } = row;
  const server = yield* findHosting(accountId, row.hosting_id);
  if (!server || isEnding(server) || isSuspending(server)) return false;
  const holder = { kind: holder_kind, id: holder_id };
  if (reason !== null) return yield* isStillStaff(holder, MACHINES, now);
  return yield* isStillGranted(holder, accountId, 'hosting.console', now);
}
