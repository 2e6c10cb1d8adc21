import { lockName, type Query } from '@hostler/database';
import type { HostingActions } from '../actions.ts';
import { instanceName } from '../machine.ts';
import { canBeSuspended, describe, isSuspending } from '../state.ts';
import { type HostingRow, listHostingIds } from '../store.ts';
import { changeHosting, findHosting, queueWork, type Seen } from '../work.ts';
import { errors } from './errors.ts';
import type { NewSuspension, SuspensionCause } from './schemas.ts';
import * as store from './store.ts';

/** Result for a VPS. */
export interface Outcome {
  hosting: HostingRow;
  /** Null if the engine had nothing to do. */
  actionId: number | null;
  /** True if a suspension was opened or closed. */
  changed: boolean;
}

/**
 * A VPS can be suspended for several causes at once, each a row that is closed separately. It is off while one is open,
 * and returns to its earlier state afterwards. The lock serialises opening and closing, because each decides by all
 * rows.
 */
export function createSuspensions(actions: Pick<HostingActions, 'suspend' | 'unsuspend'>) {
  /** Suspends a VPS after the work in progress. Its owner cannot queue more work. */
  function* suspend(accountId: number, id: number, suspension: NewSuspension, now: number): Query<Outcome> {
    yield* lock(id);
    const before = yield* findHosting(accountId, id);
    if (!canBeSuspended(before)) throw errors.vps_cannot_be_suspended({ status: describe(before) });
    const changed = yield* store.openSuspension(accountId, id, suspension, now);
    if (!changed || isSuspending(before)) return { hosting: before, actionId: null, changed };
    return { ...(yield* halt(accountId, id, suspension, now)), changed };
  }

  function* halt(accountId: number, id: number, suspension: NewSuspension, now: number) {
    const hosting = yield* changeHosting(accountId, id, now, () => ({ pending: 'suspend' }));
    return yield* queueWork(accountId, actions.suspend, hosting, { name: instanceName(id), ...suspension }, now);
  }

  /** Lifts the suspension for this cause. A VPS that ran before runs again unless another suspension is open. */
  function* lift(accountId: number, id: number, cause: SuspensionCause, now: number): Query<Outcome> {
    yield* lock(id);
    const before = yield* findHosting(accountId, id);
    const changed = yield* store.closeSuspension(accountId, id, cause, now);
    const [oldest] = yield* store.listOpen(accountId, id);
    // Suspensions of an older version, and servers that could not be started again, have no open row. Staff can lift
    // those.
    const unrecorded = !changed && cause === 'staff' && !oldest && isSuspending(before);
    if (!changed && !unrecorded) return { hosting: before, actionId: null, changed };
    if (oldest) return { hosting: yield* retell(accountId, id, oldest.reason, now), actionId: null, changed };
    if (!isSuspending(before)) return { hosting: before, actionId: null, changed };
    return { ...(yield* resume(accountId, id, now, cause === 'account')), changed: true };
  }

  function* resume(accountId: number, id: number, now: number, quiet = false) {
    const hosting = yield* changeHosting(accountId, id, now, () => ({ pending: 'unsuspend' }));
    const before = hosting.status === 'suspended' ? hosting.status_before : hosting.status;
    const input = { name: instanceName(id), start: before !== 'stopped' && before !== 'error', quiet };
    return yield* queueWork(accountId, actions.unsuspend, hosting, input, now);
  }

  /** Shows the owner the reason of the oldest open suspension. */
  function retell(accountId: number, id: number, reason: string, now: number): Query<HostingRow> {
    return changeHosting(accountId, id, now, (row) =>
      row.status === 'suspended' ? { suspension_reason: reason } : {},
    );
  }

  /** Retries work that the engine refused, for the recurring job. Returns undefined if nothing is left to do. */
  function* enforce({ account_id: accountId, id, revision }: Seen, now: number): Query<'suspend' | 'lift' | undefined> {
    yield* lock(id);
    const row = yield* findHosting(accountId, id);
    if (row.revision !== revision || row.pending !== null) return undefined;
    const [oldest] = yield* store.listOpen(accountId, id);
    if (oldest && row.status !== 'suspended') {
      yield* halt(accountId, id, oldest, now);
      return 'suspend';
    }
    const lastClosed = yield* store.findLastClosed(accountId, id);
    // A VPS suspended after the last lift was suspended by an older version, which writes no rows.
    if (oldest || row.status !== 'suspended' || lastClosed === null || lastClosed < (row.suspended_at ?? 0)) return;
    yield* resume(accountId, id, now);
    return 'lift';
  }

  /** Lists the open suspensions, oldest first. */
  function listOpen(accountId: number, id: number): Query<store.SuspensionRow[]> {
    return store.listOpen(accountId, id);
  }

  /** Lists all suspensions, including lifted ones, oldest first. */
  function listSuspensions(accountId: number, id: number): Query<store.SuspensionRow[]> {
    return store.listSuspensions(accountId, id);
  }

  /** Suspends all servers of an account, or lifts those suspensions. Suspensions for other causes stay. */
  function* followAccount(accountId: number, reason: string | undefined, now: number): Query<void> {
    for (const id of yield* listHostingIds(accountId)) {
      if (reason === undefined) yield* lift(accountId, id, 'account', now);
      else if (canBeSuspended(yield* findHosting(accountId, id))) {
        yield* suspend(accountId, id, { cause: 'account', reason }, now);
      }
    }
  }

  return { followAccount, suspend, lift, enforce, listOpen, listSuspensions };
}

function lock(id: number): Query<void> {
  return lockName(`suspensions of VPS ${id}`);
}
