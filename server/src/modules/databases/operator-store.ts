import type { SqlEngine } from '../../engines/sql/driver.ts';
import { type Query, sql } from '../../kernel/db/query.ts';
import type { DatabaseRow } from './store.ts';

export type MeasuredRow = Pick<
  DatabaseRow,
  'id' | 'name' | 'engine' | 'username' | 'version' | 'size_bytes' | 'access'
> & {
  account_id: number;
};

const TO_MEASURE = sql<{ engine: SqlEngine; before: number; limit: number }, MeasuredRow>(
  `select id, account_id, name, engine, username, version, size_bytes, access from databases
   where status = 'active' and engine = :engine and measured_at < :before order by measured_at limit :limit`,
);

/** Databases of all accounts whose size was last looked at before that time, the longest ago first. */
export function listToMeasure(engine: SqlEngine, before: number, limit: number): Query<MeasuredRow[]> {
  return TO_MEASURE.all({ engine, before, limit });
}
