import { type Query, sql } from '@hostler/database';
import { type CheckState, STATE_COLUMNS } from '../state-store.ts';
import { type CheckRow, checks } from '../store.ts';

/** A check that one worker holds until its lease ends. */
export interface ClaimedCheck {
  readonly accountId: number;
  readonly check: CheckRow;
  readonly state: CheckState;
  /** Delay of the try in milliseconds. */
  readonly late: number;
}

export interface Claim {
  readonly worker: string;
  readonly now: number;
  /** End of the lease. */
  readonly until: number;
  readonly most: number;
  /**
   * Counts how many more checks each account may take. A granted request counts as taken. The transaction may run
   * again.
   */
  share(): { take(accountId: number): boolean; readonly full: readonly number[] };
}

/** Rows per statement, and statements per claim. */
const AT_ONCE = 64;
const LOOKS = 16;

const ANY_DUE = sql<{ now: number }, { check_id: number }>(
  'select check_id from monitoring_check_states where due_at <= :now limit 1',
);
const DUE = sql<{ now: number; full: string; limit: number }, { check_id: number; account_id: number; due_at: number }>(
  `select check_id, account_id, due_at from monitoring_check_states
   where due_at <= :now and account_id not in (select cast(f.value as bigint) from {each :full as f})
   order by due_at limit :limit {skip locked}`,
);
const CLAIM = sql<{ ids: string; until: number; worker: string }>(
  'update monitoring_check_states set due_at = :until, leased_by = :worker where check_id {in :ids}',
);
const STATES = sql<{ ids: string }, CheckState>(
  `select ${STATE_COLUMNS} from monitoring_check_states where check_id {in :ids}`,
);
const CHECKS = sql<{ ids: string }, CheckRow>(`select ${checks.columns} from monitoring_checks where id {in :ids}`);
const RELEASE = sql<{ ids: string; worker: string; now: number }>(
  `update monitoring_check_states set due_at = :now, leased_by = null where check_id {in :ids} and leased_by = :worker`,
);
const MEND = sql<{ furthest: number; now: number; limit: number }>(
  `update monitoring_check_states set due_at = :now, leased_by = null where check_id in (
     select check_id from monitoring_check_states where due_at > :furthest limit :limit)`,
);

export function* isAnyDue(now: number): Query<boolean> {
  return (yield* ANY_DUE.one({ now })) !== undefined;
}

/**
 * Claims the checks that have waited longest, within the limit of each account. Checks of accounts at their limit are
 * skipped, however many there are.
 */
export function* claimChecks({ worker, now, until, most, share }: Claim): Query<ClaimedCheck[]> {
  const shares = share();
  const waited = new Map<number, { accountId: number; late: number }>();
  for (let probes = 0; probes < LOOKS && waited.size < most; probes++) {
    const limit = Math.min(AT_ONCE, most - waited.size);
    const due = yield* DUE.all({ now, full: JSON.stringify(shares.full), limit });
    const taken = due.filter(({ account_id }) => shares.take(account_id));
    for (const { check_id, account_id, due_at } of taken) {
      waited.set(check_id, { accountId: account_id, late: now - due_at });
    }
    // Leases are not visible on any page, so no page is notified.
    if (taken.length > 0) yield* CLAIM.run({ ids: idsOf(taken), until, worker }, []);
    if (due.length < limit) break;
  }
  return yield* readClaimed(waited);
}

function* readClaimed(waited: ReadonlyMap<number, { accountId: number; late: number }>): Query<ClaimedCheck[]> {
  if (waited.size === 0) return [];
  const ids = JSON.stringify([...waited.keys()]);
  const states = new Map((yield* STATES.all({ ids })).map((state) => [state.check_id, state]));
  return (yield* CHECKS.all({ ids })).flatMap((check) => {
    const [state, wait] = [states.get(check.id), waited.get(check.id)];
    return state && wait ? [{ check, state, ...wait }] : [];
  });
}

/** Releases checks that were claimed and not tried. */
export function* releaseChecks(worker: string, ids: readonly number[], now: number): Query<void> {
  yield* RELEASE.run({ worker, ids: JSON.stringify(ids), now }, []);
}

/** A check scheduled implausibly far ahead was scheduled before the clock was set back. Makes it due. */
export function mendTimes(now: number, furthest: number, limit: number): Query<number> {
  return MEND.run({ now, furthest, limit }, []);
}

function idsOf(rows: readonly { check_id: number }[]): string {
  return JSON.stringify(rows.map(({ check_id }) => check_id));
}
