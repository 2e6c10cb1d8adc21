/** What is read in order, on from where a reader stopped. */
export interface FeedRequest {
  sort: 'asc' | 'desc';
  /** Where to go on: after it when the oldest come first, before it when the newest do. */
  from: number;
  limit: number;
}

export interface Feed<T> {
  items: T[];
  /** The id to go on after, for what happens next. */
  nextAfter: number;
  /** The id to go on before, when the newest come first. */
  nextBefore?: number | undefined;
  hasMore: boolean;
}
