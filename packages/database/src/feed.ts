/** Request for items in order of id, from a cursor. */
export interface FeedRequest {
  sort: 'asc' | 'desc';
  /** Cursor: returns later items for `asc`, earlier items for `desc`. */
  from: number;
  limit: number;
}

export interface Feed<T> {
  items: T[];
  /** Cursor for items that come next. */
  nextAfter: number;
  /** Cursor for older items, with the newest first. */
  nextBefore?: number | undefined;
  hasMore: boolean;
}
