import { useDoorQuery } from '#api/queries.ts';
import type { ListSearch } from '#parts/list-search.ts';
import { door } from '#session/door.ts';
import type { Environment } from '#session/types.ts';

export interface LoggedRequest {
  readonly id: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly error_code: string | null;
  readonly duration_ms: number;
  readonly key: { readonly id: number; readonly name: string } | null;
  readonly person: { readonly id: number; readonly name: string } | null;
  readonly address: string;
  readonly request_id: string;
  readonly environment: Environment;
}

export interface RequestFilters extends ListSearch {
  readonly status_class?: string;
  readonly method?: string;
  readonly path?: string;
  readonly request_id?: string;
  readonly key_id?: string;
}

export function useRequests(filters: RequestFilters) {
  return useDoorQuery(
    ['requests', 'list', filters],
    (accountId, signal) => door.list<LoggedRequest>('/requests', { account_id: accountId, ...filters }, { signal }),
    { keepPrevious: true },
  );
}
