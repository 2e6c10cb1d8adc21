/** Validated parameters of a list. */
export interface PageRequest {
  page: number;
  per_page: number;
  sort: 'asc' | 'desc';
  /** Name of an order of the list. A list without it uses the order of id. */
  sort_by?: string | undefined;
  status?: string | undefined;
  search?: string | undefined;
}

export interface Page<T> {
  items: T[];
  total: number;
  /** Searches only: there are more matches than `total`, which stops at MAX_SEARCH_TOTAL. */
  totalCapped?: boolean;
  /** Additional fields of `meta`, if the route declares them. */
  meta?: object;
  /** Rows a search examined, which are charged to the account. */
  examined?: number;
}
