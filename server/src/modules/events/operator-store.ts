import { type Query, sql } from '../../kernel/db/query.ts';
import type { Environment } from '../../kernel/http/caller.ts';
import type { EventRow } from './store.ts';

interface AnyEventRow extends Omit<EventRow, 'id'> {
  /** Null until it is published. */
  id: number | null;
  account_id: number;
  environment: Environment;
}

const COLUMNS = 'id, account_id, environment, type, data, created_at';
const NEWEST = sql<{ limit: number }, AnyEventRow>(`select ${COLUMNS} from events order by row_id desc limit :limit`);
const NEWEST_OF_ACCOUNT = sql<{ account_id: number; limit: number }, AnyEventRow>(
  `select ${COLUMNS} from events where account_id = :account_id order by row_id desc limit :limit`,
);
/** Row ids follow time closely enough: only the oldest few are ever looked at. */
const FORGET = sql<{ before: number; limit: number }>(
  `delete from events where row_id in (
     select row_id from (select row_id, created_at from events order by row_id limit :limit) as oldest
     where created_at < :before)`,
);

/** The newest events of all customers, or of one; for operators. */
export function listNewestEvents(accountId: number | undefined, limit: number): Query<AnyEventRow[]> {
  return accountId === undefined ? NEWEST.all({ limit }) : NEWEST_OF_ACCOUNT.all({ account_id: accountId, limit });
}

export function forgetEvents(before: number, limit: number): Query<number> {
  return FORGET.run({ before, limit });
}
