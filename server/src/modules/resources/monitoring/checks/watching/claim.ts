import { type Query, sql } from '../../../../../kernel/db/query.ts';
import { type CheckState, STATE_COLUMNS } from '../state-store.ts';
import { type CheckRow, checks } from '../store.ts';

/** A check in the hands of one worker, until its lease ends. */
export interface ClaimedCheck {
  readonly accountId: number;
  readonly check: CheckRow;
  readonly state: CheckState;
  /** How long it waited, in milliseconds. */
  readonly late: number;
}

export interface Claim {
  readonly worker: string;
  readonly now: number;
  /** The end of the lease. */
  readonly until: number;
  readonly most: number;
  /** How many each account may take more; what it is asked for is taken. The transaction may be run again. */
  share(): { take(accountId: number): boolean; readonly full: readonly number[] };
}

/** Rows looked at in one statement, and statements in one turn. */
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
 * A turn: those that have waited longest, up to what each account may have under way. Those of accounts that have it all are
 * passed over, however many they are.
 */
export function* claimChecks({ worker, now, until, most, share }: Claim): Query<ClaimedCheck[]> {
  const shares = share();
  const waited = new Map<number, { accountId: number; late: number }>();
  for (let looks = 0; looks < LOOKS && waited.size < most; looks++) {
    const limit = Math.min(AT_ONCE, most - waited.size);
    const due = yield* DUE.all({ now, full: JSON.stringify(shares.full), limit });
    const taken = due.filter(({ account_id }) => shares.take(account_id));
    for (const { check_id, account_id, due_at } of taken) {
      waited.set(check_id, { accountId: account_id, late: now - due_at });
    }
    // Nobody's page shows who holds it until when.
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

/** Gives back what was claimed and not tried. */
export function* releaseChecks(worker: string, ids: readonly number[], now: number): Query<void> {
  yield* RELEASE.run({ worker, ids: JSON.stringify(ids), now }, []);
}

/** What is planned further ahead than anything ever is was planned by a clock that has been put back since: it is due. */
export function mendTimes(now: number, furthest: number, limit: number): Query<number> {
  return MEND.run({ now, furthest, limit }, []);
}

function idsOf(rows: readonly { check_id: number }[]): string {
  return JSON.stringify(rows.map(({ check_id }) => check_id));
}
