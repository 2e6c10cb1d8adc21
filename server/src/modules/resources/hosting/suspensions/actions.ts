import type { Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { ActionKind, ActionSubject } from '#kernel/jobs/action-kind.ts';
import type { ServerMail } from '../customer-mail.ts';
import { change, ended, type Facts, type Found, isMissing, knownFrom, settleFailure, tell } from '../outcome.ts';
import { HOSTING_RESOURCE } from '../resource.ts';
import { findHosting } from '../store.ts';
import { viewHosting } from '../view.ts';
import type { SuspensionCause } from './schemas.ts';
import { listOpen, openSuspension } from './store.ts';

export interface SuspendInput {
  name: string;
  reason: string;
  /** Absent in actions queued by an older version. */
  cause?: SuspensionCause;
}

export interface UnsuspendInput {
  name: string;
  /** True if the VPS is to run again. */
  start: boolean;
  /** True if no mail is sent, because the whole account is resumed. */
  quiet?: boolean;
}

/** Suspends a VPS: its machine is stopped and its owner cannot start it. */
export function suspendAction(vps: VpsDriver): ActionKind<SuspendInput, null, Found> {
  return {
    type: 'hosting.suspend',
    resource: HOSTING_RESOURCE,
    neverRefused: true,
    waitsForEngine: true,
    async run({ name }, { signal }) {
      // There is nothing to stop if the machine was never created or is lost.
      if (await vps.inspect(name)) await vps.stop(name, { signal });
      return null;
    },
    *succeed(about, { reason, cause }) {
      if (cause === undefined) yield* recordSuspension(about, reason);
      const [oldest] = yield* listOpen(about.accountId, about.resourceId);
      const hosting = yield* change(about, (row) => ({
        ...ended(row, 'suspend'),
        status: 'suspended',
        status_before: row.status === 'suspended' ? row.status_before : row.status,
        suspended_at: about.now,
        suspension_reason: oldest?.reason ?? reason,
      }));
      if (hosting) yield* tell(about, 'hosting.suspended', viewHosting(hosting, vps));
    },
    inspect: async ({ name }) => (await vps.inspect(name))?.status ?? 'missing',
    fail: (about, _input, _error, found) => settleFailure(about, 'suspend', found),
    simulate: () => null,
  };
}

/** Ends a suspension. The machine runs again if it ran before. */
export function unsuspendAction(
  vps: VpsDriver,
  mail: ServerMail | undefined,
): ActionKind<UnsuspendInput, Facts | null> {
  return {
    type: 'hosting.unsuspend',
    resource: HOSTING_RESOURCE,
    neverRefused: true,
    waitsForEngine: true,
    async run({ name, start: shallRun }, { signal }) {
      try {
        return (shallRun ? await vps.start(name, { signal }) : await vps.inspect(name)) ?? null;
      } catch (error) {
        // A lost machine must not keep the VPS suspended: once resumed, it can be restored from a backup.
        if (isMissing(error)) return null;
        throw error;
      }
    },
    *succeed(about, { quiet }, facts) {
      const hosting = yield* change(about, (row) => ({
        ...ended(row, 'unsuspend'),
        ...(facts ? knownFrom(facts) : {}),
        status: facts?.status ?? 'error',
        status_before: null,
        suspended_at: null,
        suspension_reason: null,
      }));
      if (hosting && mail && !quiet) yield* mail.lifted(about, hosting);
    },
    *fail(about) {
      yield* change(about, (row) => ended(row, 'unsuspend'));
    },
    simulate: ({ start: shallRun }) => ({ status: shallRun ? 'running' : 'stopped' }),
  };
}

/** Records a suspension queued by an older version, which writes no row. Skipped if it was lifted since. */
function* recordSuspension({ accountId, resourceId, now }: ActionSubject, reason: string): Query<void> {
  const row = yield* findHosting(accountId, resourceId);
  if (row?.pending === 'suspend') yield* openSuspension(accountId, resourceId, { cause: 'staff', reason }, now);
}
