import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import type { SqlEngine } from '#engines/sql/driver.ts';
import { ACCOUNT_NAME, type Owned } from '../owned.ts';
import { DATABASE_STATUSES, type DatabaseStatus } from './schemas.ts';
import { type DatabaseRow, databases } from './store.ts';

export type MeasuredRow = Pick<
  DatabaseRow,
  'id' | 'name' | 'engine' | 'username' | 'version' | 'size_bytes' | 'access'
> & {
  account_id: number;
};

const COLUMNS = 'id, account_id, name, engine, username, version, size_bytes, access';
const TO_MEASURE = sql<{ engine: SqlEngine; before: number; limit: number }, MeasuredRow>(
  `select ${COLUMNS} from databases
   where status = 'active' and engine = :engine and measured_at < :before order by measured_at limit :limit`,
);
const MEASURED_AHEAD = sql<{ engine: SqlEngine; now: number; limit: number }, MeasuredRow>(
  `select ${COLUMNS} from databases
   where status = 'active' and engine = :engine and measured_at > :now order by measured_at desc limit :limit`,
);

/**
 * Lists the databases of all accounts that were last measured at least `age` ago, oldest first. Measurements in the
 * future date from before the clock was set back. Those databases are due too.
 */
export function* listToMeasure(engine: SqlEngine, now: number, age: number, limit: number): Query<MeasuredRow[]> {
  const due = yield* TO_MEASURE.all({ engine, before: now - age, limit });
  return due.length < limit
    ? [...due, ...(yield* MEASURED_AHEAD.all({ engine, now, limit: limit - due.length }))]
    : due;
}

/** Lists the databases of all accounts or of one. */
export const listAllDatabases = defineStaffList<Owned<DatabaseRow>, DatabaseStatus>({
  select: `select account_id, ${ACCOUNT_NAME}, ${databases.columns} from databases`,
  statuses: byColumn(DATABASE_STATUSES),
  searched: ['name', 'username'],
});
