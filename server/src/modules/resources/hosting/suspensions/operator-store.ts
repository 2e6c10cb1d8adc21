import { type Query, sql } from '@hostler/database';

const OPEN = sql<object, { hosting_id: number }>('select hosting_id from hosting_suspensions where closed_at is null');

/** Returns the servers of all accounts that have an open suspension. */
export function* listSuspended(): Query<Set<number>> {
  return new Set((yield* OPEN.all({})).map(({ hosting_id }) => hosting_id));
}
