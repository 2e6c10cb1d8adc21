import type { Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { Clock } from '#kernel/time.ts';
import type { HostingService } from '../service.ts';
import { describe } from '../state.ts';
import { viewQueued } from '../view.ts';
import { errors } from './errors.ts';
import type { SuspensionCause } from './schemas.ts';
import type { Outcome } from './service.ts';
import { tellSuspension } from './view.ts';

/** Default reason shown to the owner. */
export const SUSPENSION_REASON = 'Suspended by the operator.';
export const SUSPENSION_CAUSE = 'staff' satisfies SuspensionCause;

interface Dependencies {
  clock: Clock;
  vps: Pick<VpsDriver, 'capabilities'>;
  hosting: HostingService;
  /** Returns the account of a server. Throws NOT_FOUND. */
  ownerOf(id: number): Query<number>;
}

interface OfCause {
  id: number;
  cause?: SuspensionCause | undefined;
}

/**
 * Operations for staff. They only queue actions, which the worker runs. The action id is null if another suspension
 * makes an action unnecessary.
 */
export function createSuspensionOperator({ clock, vps, hosting, ownerOf }: Dependencies) {
  function* suspend({ id, cause = SUSPENSION_CAUSE, reason = SUSPENSION_REASON }: OfCause & { reason?: string }) {
    const outcome = yield* hosting.suspend(yield* ownerOf(id), id, { cause, reason }, clock.now());
    if (!outcome.changed) throw errors.vps_already_suspended({ cause });
    return view(outcome);
  }

  function* unsuspend({ id, cause = SUSPENSION_CAUSE }: OfCause) {
    const owner = yield* ownerOf(id);
    const outcome = yield* hosting.lift(owner, id, cause, clock.now());
    if (outcome.changed) return view(outcome);
    const others = (yield* hosting.listOpen(owner, id)).map((open) => open.cause);
    const state = others.length > 0 ? `suspended for another cause (${others.join(', ')})` : describe(outcome.hosting);
    throw errors.vps_not_suspended_for({ status: state, cause });
  }

  /** Lists all suspensions of a VPS, including lifted ones, oldest first. */
  function* listSuspensions({ id }: { id: number }) {
    return (yield* hosting.listSuspensions(yield* ownerOf(id), id)).map(tellSuspension);
  }

  function view({ hosting: row, actionId }: Outcome) {
    return viewQueued({ hosting: row, actionId }, vps);
  }

  return { suspend, unsuspend, listSuspensions };
}
