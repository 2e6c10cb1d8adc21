import { type Query, sql } from '@hostler/database';

interface Row {
  id: number;
  at: number;
}

/**
 * Deletes old rows from a table whose ids follow its times, apart from small differences. The oldest rows have the
 * smallest ids, so no index on `at` is needed. Rows written by a clock that was ahead carry a future time. They are
 * older than the rows written after them and are deleted with those. Otherwise they would block the deletion for years.
 */
export function forgetInOrder(table: string): (before: number, now: number, limit: number) => Query<number> {
  const first = sql<{ from: number }, Row>(`select id, at from ${table} where id >= :from order by id limit 1`);
  const forget = sql<{ before: number; limit: number }>(
    `delete from ${table} where id in (
       select id from (select id, at from ${table} order by id limit :limit) as oldest where at < :before)`,
  );
  const forgetWithAhead = sql<{ last: number; before: number; now: number; limit: number }>(
    `delete from ${table} where id in (
       select id from (select id, at from ${table} where id <= :last order by id limit :limit) as oldest
       where at < :before or at > :now)`,
  );

  /**
   * Finds the first row after those of a clock that was ahead. Doubles the step, then bisects, so it reads few rows
   * however many there are.
   */
  function* findBehind(oldest: Row, now: number): Query<Row | undefined> {
    let ahead = oldest.id;
    let behind = ahead + 1;
    let row = yield* first.one({ from: behind });
    while (row && row.at > now) {
      ahead = row.id;
      behind = 2 * ahead - oldest.id + 1;
      row = yield* first.one({ from: behind });
    }
    let found = row;
    while (behind - ahead > 1) {
      const middle = ahead + Math.ceil((behind - ahead) / 2);
      row = yield* first.one({ from: middle });
      if (row && row.at > now) {
        ahead = row.id;
      } else {
        found = row ?? found;
        behind = Math.min(middle, behind - 1);
      }
    }
    return found;
  }

  return function* forgetOldest(before, now, limit) {
    const oldest = yield* first.one({ from: 0 });
    if (!oldest) return 0;
    if (oldest.at <= now) return yield* forget.run({ before, limit });
    const behind = yield* findBehind(oldest, now);
    if (!behind || behind.at >= before) return 0;
    return yield* forgetWithAhead.run({ last: behind.id, before, now, limit });
  };
}
