import { changeRow, type Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsState, VpsStatus } from '#engines/vps/driver.ts';
import { emit } from '#kernel/events/emit.ts';
import type { ActionSubject } from '#kernel/jobs/action-kind.ts';
import type { Hosting } from './schemas.ts';
import { changeHosting, findHosting, type HostingRow, type HostingState, type HostingWork } from './store.ts';

/** State of a machine as reported by the engine. Absent fields keep their recorded value. */
export type Facts = Pick<VpsState, 'status'> & Partial<VpsState>;

/** State of a machine after a failed action, as reported by the engine. */
export type Found = VpsStatus | 'missing';

/** Runs work on a machine that must exist. If it is missing, the error says what to do: the engine does not know. */
export async function onMachine<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new EngineError('not_found', "The server's machine is gone; restore it from a backup.", { cause: error });
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'not_found';
}

/** Changes a record and decides again if it was changed concurrently. Returns undefined if the VPS is terminated. */
export function change(
  { accountId, resourceId, now }: ActionSubject,
  decide: (row: HostingRow) => Partial<HostingState>,
): Query<HostingRow | undefined> {
  return changeRow(
    () => findUnlessTerminated(accountId, resourceId),
    (row) => changeHosting(accountId, row, decide(row), now),
  );
}

function* findUnlessTerminated(accountId: number, id: number): Query<HostingRow | undefined> {
  const row = yield* findHosting(accountId, id);
  return row?.status === 'terminated' ? undefined : row;
}

/** Ends a successful action: the record takes over the state of the engine. */
export function settle(about: ActionSubject, work: HostingWork, facts: Facts): Query<HostingRow | undefined> {
  return change(about, (row) => ({
    ...ended(row, work),
    ...knownFrom(facts),
    status: isSettled(row) ? row.status : facts.status,
  }));
}

/** Ends a failed action. If the engine could not be asked, a stable status stays and any other becomes `error`. */
export function* settleFailure(about: ActionSubject, work: HostingWork, found: Found | undefined): Query<void> {
  yield* change(about, (row) => {
    if (isSettled(row)) return ended(row, work);
    const lastKnown = row.status === 'running' || row.status === 'stopped' ? row.status : 'error';
    // A restart is meant to leave the VPS running, so being off counts as unintended.
    const off_since = work === 'restart' ? about.now : row.off_since;
    return { ...ended(row, work), status: found === 'missing' ? 'error' : (found ?? lastKnown), off_since };
  });
}

/** Returns true if the status is not determined by the engine. */
export function isSettled({ status }: HostingRow): boolean {
  return status === 'suspended' || status === 'restoring';
}

/** Clears `pending` unless another action was accepted since and is waiting. */
export function ended(row: HostingRow, work: HostingWork): Partial<HostingState> {
  return row.pending === work ? { pending: null } : {};
}

export function knownFrom({ node, ipv4, ipv6 }: Facts): Partial<HostingState> {
  return {
    ...(node === undefined ? {} : { node }),
    ...(ipv4 === undefined ? {} : { ipv4: JSON.stringify(ipv4) }),
    ...(ipv6 === undefined ? {} : { ipv6: JSON.stringify(ipv6) }),
  };
}

export function tell(
  { accountId, now }: ActionSubject,
  type: 'hosting.created' | 'hosting.restarted' | 'hosting.suspended',
  data: Hosting,
): Query<void> {
  return emit({ accountId, type, data, now });
}
