/** What a caller of a list asks for, already checked. */
export interface PageRequest {
  page: number;
  per_page: number;
  sort: 'asc' | 'desc';
  status?: string | undefined;
  search?: string | undefined;
}

export interface Page<T> {
  items: T[];
  total: number;
  /** Searches only: there are more matches than `total`, which stops at MAX_SEARCH_TOTAL. */
  totalCapped?: boolean;
  /** What the list says of itself beside the counts, where its route declares such. */
  meta?: object;
  /** How many rows a search had to look at: what it costs its account. */
  examined?: number;
}
