import { type Query, type SqlValue, sql } from '../../../kernel/db/query.ts';
import { ANSWER_BYTES, pickWithinBytes } from '../../../kernel/db/within-bytes.ts';
import type { EventType } from '../../../kernel/events/catalogue.ts';
import type { Environment } from '../../../kernel/http/caller.ts';

export interface EventRow {
  id: number;
  type: EventType;
  data: string;
  created_at: number;
}

interface FoundEventRow extends EventRow {
  /** How many there were within the limit, whether or not they fit. */
  found: number;
}

const selectAfter = (condition: string) => {
  const picked = pickWithinBytes({
    from: 'events',
    where: `account_id = :account_id and environment = :environment ${condition} and id > :after`,
    key: 'row_id',
    order: 'id',
    direction: 'asc',
    text: 'data',
  });
  return sql<Record<string, SqlValue>, FoundEventRow>(
    `select id, type, data, created_at, found from (${picked}) as p join events on row_id = picked order by id`,
  );
};
const AFTER = selectAfter('');
const AFTER_OF_TYPE = selectAfter('and type = :type');

/** Published events after the given one, oldest first: up to the limit, and not more than goes into an answer. */
export function listEventsAfter(
  accountId: number,
  environment: Environment,
  { after, limit, type }: { after: number; limit: number; type: EventType | undefined },
): Query<FoundEventRow[]> {
  const range = { account_id: accountId, environment, after, limit, bytes: ANSWER_BYTES };
  return type === undefined ? AFTER.all(range) : AFTER_OF_TYPE.all({ ...range, type });
}
