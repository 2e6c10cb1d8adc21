import type { Feed, FeedRequest, Query } from '@hostler/database';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { Customer } from '#kernel/http/caller.ts';
import { type EventRow, listEvents } from './store.ts';

interface Reading extends FeedRequest {
  type: EventType | undefined;
}

/** Reads one more than requested, to know whether there are more. */
export function* readFeed({ account, credential: { environment } }: Customer, reading: Reading): Query<Feed<EventRow>> {
  const { from, limit, sort } = reading;
  const rows = yield* listEvents(account.id, environment, { ...reading, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const hasMore = (rows[0]?.found ?? 0) > items.length;
  if (sort === 'asc') return { items, nextAfter: items.at(-1)?.id ?? from, hasMore };
  return { items, nextAfter: items[0]?.id ?? 0, nextBefore: items.at(-1)?.id ?? from, hasMore };
}
