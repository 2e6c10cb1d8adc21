import type { Query } from '../../../kernel/db/query.ts';
import type { EventType } from '../../../kernel/events/catalogue.ts';
import type { Customer } from '../../../kernel/http/caller.ts';
import { type EventRow, listEventsAfter } from './store.ts';

interface Reading {
  after: number;
  limit: number;
  type: EventType | undefined;
}

/** One more than asked for is read, to know whether there is more. */
export function* readFeed({ account, credential: { environment } }: Customer, reading: Reading): Query<Read> {
  const { after, limit } = reading;
  const rows = yield* listEventsAfter(account.id, environment, { ...reading, limit: limit + 1 });
  const items = rows.slice(0, limit);
  return { items, nextAfter: items.at(-1)?.id ?? after, hasMore: (rows[0]?.found ?? 0) > items.length };
}

interface Read {
  items: EventRow[];
  nextAfter: number;
  hasMore: boolean;
}
