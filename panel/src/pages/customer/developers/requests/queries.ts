import { usePanelQuery } from '#api/queries.ts';
import type { ListSearch } from '#parts/list-search.ts';
import type { LoggedRequest } from '#session/generated/types.gen.ts';
import { panelApi } from '#session/panel-api.ts';

export type { LoggedRequest };

export interface RequestFilters extends ListSearch {
  readonly status_class?: string;
  readonly method?: string;
  readonly path?: string;
  readonly request_id?: string;
  readonly key_id?: string;
}

export function useRequests(filters: RequestFilters) {
  return usePanelQuery(
    ['requests', 'list', filters],
    (accountId, signal) => panelApi.list<LoggedRequest>('/requests', { account_id: accountId, ...filters }, { signal }),
    { keepPrevious: true },
  );
}
