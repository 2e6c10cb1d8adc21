import { EngineError } from '../../../engines/engine.ts';
import type { VpsState, VpsStatus } from '../../../engines/vps/driver.ts';
import { changeRow } from '../../../kernel/db/change-row.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { emit } from '../../../kernel/events/emit.ts';
import type { ActionSubject } from '../../../kernel/jobs/action-kind.ts';
import type { Hosting } from './schemas.ts';
import { changeHosting, findHosting, type HostingRow, type HostingState, type HostingWork } from './store.ts';

/** What the engine says of a machine; what is absent stays as it is known. */
export type Facts = Pick<VpsState, 'status'> & Partial<VpsState>;

/** What the engine says of a machine whose work failed. */
export type Found = VpsStatus | 'missing';

/** Work on a machine that must be there. The engine only says that it is not; what can be done about it is ours to say. */
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

/** Decides anew when someone else changed the row meanwhile; undefined where it is gone for good. */
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

/** The engine has done it: the record becomes what the engine says. */
export function settle(about: ActionSubject, work: HostingWork, facts: Facts): Query<HostingRow | undefined> {
  return change(about, (row) => ({
    ...ended(row, work),
    ...knownFrom(facts),
    status: isSettled(row) ? row.status : facts.status,
  }));
}

/** What could not be asked stays as it was last known, unless it was on the way to something else. */
export function* settleFailure(about: ActionSubject, work: HostingWork, found: Found | undefined): Query<void> {
  yield* change(about, (row) => {
    if (isSettled(row)) return ended(row, work);
    const lastKnown = row.status === 'running' || row.status === 'stopped' ? row.status : 'error';
    // A restart was to leave it running: nobody wanted it off.
    const off_since = work === 'restart' ? about.now : row.off_since;
    return { ...ended(row, work), status: found === 'missing' ? 'error' : (found ?? lastKnown), off_since };
  });
}

/** In a state that is not the engine's to say. */
export function isSettled({ status }: HostingRow): boolean {
  return status === 'suspended' || status === 'restoring';
}

/** Work that was accepted meanwhile, and waits for its turn, stays noted. */
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
