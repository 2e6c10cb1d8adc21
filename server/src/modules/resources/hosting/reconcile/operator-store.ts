import { type Query, sql } from '@hostler/database';

/** A VPS whose machine is gone from the engine. */
export interface MissingMachine {
  id: number;
  account_id: number;
  hostname: string;
  missing_since: number;
}

/** Filtered by status too: a process of the previous release does not clear `missing_since`. */
const MISSING = `missing_since is not null and status in ('error', 'suspended', 'restoring')`;
const COLUMNS = 'id, account_id, hostname, missing_since';

const LIST = sql<{ limit: number }, MissingMachine>(
  `select ${COLUMNS} from hosting where ${MISSING} order by missing_since desc, id desc limit :limit`,
);
const COUNT = sql<object, { count: number }>(`select count(*) as count from hosting where ${MISSING}`);
const UNREPORTED = sql<object, { id: number }>(
  `select id from hosting where ${MISSING} and missing_reported_at is null limit 1`,
);
const REPORTS = sql<{ since: number }, { count: number }>(
  `select count(distinct missing_reported_at) as count from hosting where ${MISSING} and missing_reported_at > :since`,
);
const MARK = sql<{ now: number; limit: number }, MissingMachine>(
  `update hosting set missing_reported_at = :now
   where missing_reported_at is null and id in (
     select id from hosting where ${MISSING} and missing_reported_at is null order by missing_since, id limit :limit)
   returning ${COLUMNS}`,
);

/** Lists missing machines, newest first. */
export function listMissing(limit: number): Query<MissingMachine[]> {
  return LIST.all({ limit });
}

export function* countMissing(): Query<number> {
  return (yield* COUNT.one({}))?.count ?? 0;
}

export function* isAnyUnreported(): Query<boolean> {
  return (yield* UNREPORTED.one({})) !== undefined;
}

/** Counts the mails since then that named machines that are still missing. */
export function* countReports(since: number): Query<number> {
  return (yield* REPORTS.one({ since }))?.count ?? 0;
}

/** Marks machines as reported and returns them. Each is returned once, even with concurrent callers. */
export function markReported(now: number, limit: number): Query<MissingMachine[]> {
  return MARK.all({ now, limit });
}
