import { lockName, type Query } from '@hostler/database';

/** Allows one change at a time to the mailboxes of an account, because forwards are checked across all of them. */
export function* hold(accountId: number): Query<void> {
  yield* lockName(`emails of ${accountId}`);
}
