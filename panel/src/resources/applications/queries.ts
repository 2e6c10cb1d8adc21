import type { Application, ApplicationsCreateInput, ApplicationsListInput, CatalogEntry } from '@hostler/sdk';
import { useApiList } from '../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { ListSearch } from '../../parts/list-search.ts';
import { translateApplications, translateCatalog, translateDetails } from './recipe-texts.ts';

const touches = ['applications'];
const onError = () => undefined;
const MINUTE_MS = 60_000;
/** Polling interval: hints do not report the output of steps. */
const PROGRESS_MS = 1_000;

/** Loads the whole catalogue: it is short and filtered in the browser. */
export function useCatalog() {
  return useApiQuery(
    ['catalog', 'all'],
    async (api, signal) => {
      const entries: CatalogEntry[] = [];
      for await (const entry of api.applications.catalog.list({ per_page: 100 }, { signal })) entries.push(entry);
      return translateCatalog(entries);
    },
    { staleTime: 5 * MINUTE_MS },
  );
}

interface InstalledFilters extends ListSearch {
  readonly status?: string;
  readonly hosting_id?: number;
}

export function useApplications(filters: InstalledFilters) {
  return useApiList(
    ['applications', 'list'],
    filters as ApplicationsListInput,
    (api, input, options) => api.applications.list(input, options),
    { translate: translateApplications },
  );
}

export function useApplication(id: number) {
  return useApiQuery(
    ['applications', 'show', id],
    async (api, signal) => translateDetails(await api.applications.show({ id }, { signal })),
    { refetchInterval: (application) => (isUnderWay(application) ? PROGRESS_MS : false) },
  );
}

function isUnderWay(application: Pick<Application, 'status'> | undefined): boolean {
  return application?.status === 'installing' || application?.status === 'removing';
}

export function useInstall() {
  return useApiMutation((api, input: ApplicationsCreateInput) => api.applications.create(input), { touches, onError });
}

export function useRemoveApplication() {
  return useApiMutation((api, id: number) => api.applications.remove({ id }), { touches, onError });
}
