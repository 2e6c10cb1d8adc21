import { lockName, type Query, sql } from '@hostler/database';

const ADOPTING = sql<object, { adopt_source: string }>(
  `select adopt_source from hosting where pending = 'adopt' and adopt_source is not null`,
);
const NOTE_SOURCE = sql<{ id: number; source: string }>('update hosting set adopt_source = :source where id = :id');

/** Returns the machines that are being adopted. */
export function* listAdopting(): Query<Set<string>> {
  return new Set((yield* ADOPTING.all({})).map(({ adopt_source }) => adopt_source));
}

/** Prevents that two transactions adopt the same machine at once. Returns true if it is being adopted. */
export function* isAdopting(source: string): Query<boolean> {
  yield* lockName(`adoption of ${source}`);
  return (yield* listAdopting()).has(source);
}

/** Stores which machine a server is adopted from. */
export function* noteSource(id: number, source: string): Query<void> {
  yield* NOTE_SOURCE.run({ id, source });
}
