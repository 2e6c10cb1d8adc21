import { type Query, type SqlValue, sql } from '../../kernel/db/query.ts';
import type { EventType } from '../../kernel/events/catalogue.ts';
import type { Environment } from '../../kernel/http/caller.ts';

export interface EventRow {
  id: number;
  type: EventType;
  data: string;
  created_at: number;
}

const selectAfter = (condition: string) =>
  sql<Record<string, SqlValue>, EventRow>(
    `select id, type, data, created_at from events
     where account_id = :account_id and environment = :environment ${condition} and id > :after order by id limit :limit`,
  );
const AFTER = selectAfter('');
const AFTER_OF_TYPE = selectAfter('and type = :type');

/** Published events after the given one, oldest first. */
export function listEventsAfter(
  accountId: number,
  environment: Environment,
  { after, limit, type }: { after: number; limit: number; type: EventType | undefined },
): Query<EventRow[]> {
  const range = { account_id: accountId, environment, after, limit };
  return type === undefined ? AFTER.all(range) : AFTER_OF_TYPE.all({ ...range, type });
}
