import { type Database, type Query, STAFF_PAGE } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import {
  type BillingPart,
  FAILURE_KINDS,
  FAILURES_LISTED_FOR,
  type FailureKind,
  type FailureSource,
  type FoundFailure,
} from '#kernel/failure-source.ts';
import { type Clock, DAY, formatTime } from '#kernel/time.ts';
import { errors } from './errors.ts';
import type { Failure } from './schemas.ts';

/** A position in the list is the number of the source times this, plus the cursor within the source. */
const SPAN = 1e14;
/** Counted by `doctor` of each source. */
const MOST_COUNTED = 1_000;

interface ListRequest {
  readonly kind?: FailureKind | undefined;
  /** Kinds that the caller may read. */
  readonly kinds?: readonly FailureKind[] | undefined;
  readonly account_id?: number | undefined;
  readonly text?: string | undefined;
  readonly since?: number | undefined;
  /** The position of a row, or its id if `kind` is given. */
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

interface RetryRequest {
  readonly kind: FailureKind;
  readonly id: number;
  readonly part?: BillingPart | undefined;
}

export type FailureOperatorService = ReturnType<typeof createFailureOperatorService>;

interface Dependencies {
  db: Database;
  clock: Clock;
  sources: readonly FailureSource[];
}

export function createFailureOperatorService({ db, clock, sources: given }: Dependencies) {
  const sources = FAILURE_KINDS.flatMap((kind) => given.filter((source) => source.kind === kind));

  /** Everything that failed for good and was neither retried nor superseded: money first, each kind from the newest back. */
  function* list(wanted: ListRequest = {}): Query<Failure[]> {
    const { kind, kinds = FAILURE_KINDS, account_id, text, since, after, limit = STAFF_PAGE } = wanted;
    const oldest = Math.max(since ?? 0, clock.now() - FAILURES_LISTED_FOR);
    const first = sources.findIndex((source) => source.kind === kind);
    const start = kind !== undefined && after !== undefined && after < SPAN ? first * SPAN + after : (after ?? 0);
    const found: Failure[] = [];
    for (const [number, source] of sources.entries()) {
      if (number < Math.floor(start / SPAN) || (kind !== undefined && source.kind !== kind)) continue;
      if (!kinds.includes(source.kind)) continue;
      const cursor = number === Math.floor(start / SPAN) && after !== undefined ? start % SPAN : undefined;
      const rows = yield* source.list({ account_id, text, since: oldest, after: cursor, limit: limit - found.length });
      found.push(...rows.map((row) => view(source.kind, row, number * SPAN + row.cursor)));
      if (found.length >= limit) break;
    }
    return found;
  }

  /**
   * Starts it again, in one transaction. Throws NOT_FOUND or CONFLICT with the reason. An id that names several failures
   * needs the part.
   */
  function* retry({ kind, id, part }: RetryRequest) {
    const done: { part: string | undefined; what: string }[] = [];
    for (const source of sources) {
      if (source.kind !== kind || (part !== undefined && source.part !== part)) continue;
      const what = yield* source.retry(id, clock.now());
      if (what !== undefined) done.push({ part: source.part, what });
    }
    if (done.length > 1) {
      const parts = done.map((each) => `--part ${each.part}`).join(' or ');
      throw errors.failure_ambiguous({ kind, id, parts });
    }
    const [only] = done;
    if (only) return { kind, id, done: only.what };
    throw errors.failure_not_found({ kind, id });
  }

  /** The line of `doctor` about the failures of the last day. */
  async function check(): Promise<EngineHealth> {
    const since = clock.now() - DAY;
    const counts: string[] = [];
    for (const kind of FAILURE_KINDS) {
      const { length } = await db.read(list({ kind, since, limit: MOST_COUNTED }));
      if (length > 0) counts.push(`${kind} ${length}${length === MOST_COUNTED ? ' or more' : ''}`);
    }
    const detail =
      counts.length === 0
        ? 'No failures in the last 24 hours.'
        : `Failed in the last 24 hours: ${counts.join(', ')}. List them with: hostler failed list`;
    return { reachable: true, version: null, detail, advice: null };
  }

  return { list, retry, check };
}

function view(kind: FailureKind, row: FoundFailure, position: number): Failure {
  return {
    kind,
    id: row.id,
    account_id: row.account_id,
    what: row.what,
    reason: row.reason,
    failed_at: formatTime(row.failed_at),
    retry: row.instead ?? `hostler retry --kind ${kind} --id ${row.id}`,
    retryable: row.instead === null,
    position,
  };
}
