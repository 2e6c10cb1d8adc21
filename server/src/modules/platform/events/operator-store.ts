import { type Query, sql } from '../../../kernel/db/query.ts';
import type { Environment } from '../../../kernel/http/caller.ts';
import type { EventRow } from './store.ts';

export interface AnyEventRow extends Omit<EventRow, 'id'> {
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

/** The newest events of all customers, or of one; for operators. */
export function listNewestEvents(accountId: number | undefined, limit: number): Query<AnyEventRow[]> {
  return accountId === undefined ? NEWEST.all({ limit }) : NEWEST_OF_ACCOUNT.all({ account_id: accountId, limit });
}
