import type { Query } from './query.ts';

/** Attempts before `LostRace`. A row that changes between read and update this often is under constant contention. */
const MOST_LOOKS = 10;

/** A transaction lost every attempt to concurrent updates. It changed nothing and can be retried. */
export class LostRace extends Error {
  override readonly name = 'LostRace';

  constructor(cause?: unknown) {
    super('The record is being changed concurrently. Nothing was changed; try again.', { cause });
  }
}

/**
 * Reads a row and updates it with optimistic locking. If another transaction changes the row in between (PostgreSQL
 * only), `change` updates nothing and returns undefined. The row is then read again, so that every decision uses the
 * current row. If `find` returns undefined, nothing changes.
 */
export function* changeRow<Row extends object | undefined, Changed extends object>(
  find: () => Query<Row>,
  change: (row: Exclude<Row, undefined>) => Query<Changed | undefined>,
): Query<Changed | Extract<Row, undefined>> {
  for (let reads = 0; reads < MOST_LOOKS; reads++) {
    const row = yield* find();
    if (row === undefined) return row as Extract<Row, undefined>;
    const changed = yield* change(row as Exclude<Row, undefined>);
    if (changed) return changed;
  }
  throw new LostRace();
}
