import { usePanelList } from '#api/lists.ts';
import type { ListSearch } from '#parts/list-search.ts';
import type { LoggedRequest } from '#session/generated/types.gen.ts';

export type { LoggedRequest };

export interface RequestFilters extends ListSearch {
  readonly status_class?: string;
  readonly method?: string;
  readonly path?: string;
  readonly request_id?: string;
  readonly key_id?: string;
  /** `shown` adds the requests of the panel itself. */
  readonly panel?: string;
}

/** Lists requests with API keys, and those of the panel on request. A request id finds either. */
export function useRequests({ panel, ...filters }: RequestFilters) {
  const source = panel === 'shown' || filters.request_id ? undefined : 'key';
  return usePanelList<LoggedRequest>(['requests', 'list'], '/requests', { source, ...filters });
}
