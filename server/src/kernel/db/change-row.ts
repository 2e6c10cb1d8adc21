import { AppError } from '../errors.ts';
import type { Query } from './query.ts';

/** Attempts before `LostRace`: a row that changed between read and update this often is under constant contention. */
const MOST_LOOKS = 10;

/** The 409 for a request that lost every attempt to concurrent updates. It is valid, and worth repeating. */
export class LostRace extends AppError {
  constructor(cause?: unknown) {
    super('CONFLICT', 'Others are changing the same record at this moment. Nothing was done; try again.', {
      headers: { 'retry-after': '1' },
      transient: true,
      cause,
    });
  }
}

/**
 * Reads a row and changes it as it was read. On PostgreSQL someone else may change it in between; `change` then finds
 * nothing to change and answers undefined, and the row is looked at again, so that every decision is made on what is true.
 * Where `find` answers undefined there is nothing to change, and nothing is.
 */
export function* changeRow<Row extends object | undefined, Changed extends object>(
  find: () => Query<Row>,
  change: (row: Exclude<Row, undefined>) => Query<Changed | undefined>,
): Query<Changed | Extract<Row, undefined>> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const row = yield* find();
    if (row === undefined) return row as Extract<Row, undefined>;
    const changed = yield* change(row as Exclude<Row, undefined>);
    if (changed) return changed;
  }
  throw new LostRace();
}
