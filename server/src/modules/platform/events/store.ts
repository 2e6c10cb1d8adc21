import { ANSWER_BYTES, type FeedRequest, pickWithinBytes, type Query, type SqlValue, sql } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import type { EventType } from '#kernel/events/catalogue.ts';

export interface EventRow {
  id: number;
  type: EventType;
  data: string;
  created_at: number;
}

interface FoundEventRow extends EventRow {
  /** Number of events within the limit, whether or not they fit into the response. */
  found: number;
}

const select = (direction: 'asc' | 'desc', condition = '') => {
  const picked = pickWithinBytes({
    from: 'events',
    where: `account_id = :account_id and environment = :environment ${condition}
      and id ${direction === 'asc' ? '>' : '<'} :from`,
    key: 'row_id',
    order: 'id',
    direction,
    text: 'data',
  });
  return sql<Record<string, SqlValue>, FoundEventRow>(
    `select id, type, data, created_at, found from (${picked}) as p join events on row_id = picked
     order by id ${direction}`,
  );
};
const READ = { asc: select('asc'), desc: select('desc') };
const READ_TYPE = { asc: select('asc', 'and type = :type'), desc: select('desc', 'and type = :type') };

/**
 * Lists published events after the given one, or before it and newest first, up to the limit and the size of a
 * response.
 */
export function listEvents(
  accountId: number,
  environment: Environment,
  { sort, from, limit, type }: FeedRequest & { type: EventType | undefined },
): Query<FoundEventRow[]> {
  const range = { account_id: accountId, environment, from, limit, bytes: ANSWER_BYTES };
  return type === undefined ? READ[sort].all(range) : READ_TYPE[sort].all({ ...range, type });
}
