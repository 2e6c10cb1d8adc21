import { type Query, sql } from '@hostler/database';
import type { ResultRow } from './history.ts';
import type { CheckRow } from './store.ts';

const COLUMNS = 'at, done, up, total_ms';

const BEFORE = sql<{ check_id: number; at: number }, ResultRow>(
  `select ${COLUMNS} from monitoring_check_results where check_id = :check_id and at < :at order by at desc limit 1`,
);
const BETWEEN = sql<{ check_id: number; start: number; end_at: number }, ResultRow>(
  `select ${COLUMNS} from monitoring_check_results
   where check_id = :check_id and at >= :start and at <= :end_at order by at`,
);
const AFTER = sql<{ check_id: number; at: number }, ResultRow>(
  `select ${COLUMNS} from monitoring_check_results where check_id = :check_id and at > :at order by at limit 1`,
);

/**
 * Returns the results of a range and their neighbours on both sides, which define its edges. The caller has checked
 * that the check belongs to the account, because results have no account of their own.
 */
export function* listResults({ id }: CheckRow, start: number, end: number): Query<ResultRow[]> {
  const before = yield* BEFORE.one({ check_id: id, at: start });
  const between = yield* BETWEEN.all({ check_id: id, start, end_at: end });
  const after = yield* AFTER.one({ check_id: id, at: end });
  return [...(before ? [before] : []), ...between, ...(after ? [after] : [])];
}
