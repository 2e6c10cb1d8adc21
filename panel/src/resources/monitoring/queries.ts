import type { MonitoringAlertsListInput } from '@hostler/sdk';
import { useApiList } from '../../api/lists.ts';
import { useApiQuery } from '../../api/queries.ts';
import type { ListSearch } from '../../parts/list-search.ts';
import { useMay } from '../../session/place-context.tsx';

/** Maximum number of firing alerts shown; more usually have one cause. */
const FIRING = 100;
/** Maximum number of alerts marked in the charts of a server or check. */
const MARKS = 100;

export function useFiring() {
  const may = useMay();
  return useApiQuery(
    ['monitoring', 'firing'],
    async (api, signal) => api.monitoring.alerts.list({ status: 'firing', per_page: FIRING }, { signal }),
    { enabled: may('monitoring.read') },
  );
}

export function useAlertList(filters: ListSearch & Pick<MonitoringAlertsListInput, 'hosting_id' | 'status'>) {
  return useApiList(['monitoring', 'alerts'], filters, (api, input, options) =>
    api.monitoring.alerts.list(input, options),
  );
}

/** Returns the alerts of a server or check for the marks in its charts. */
export function useAlertsOf(of: { readonly hosting_id: number } | { readonly check_id: number }, enabled = true) {
  return useApiQuery(
    ['monitoring', 'of', of],
    async (api, signal) => api.monitoring.alerts.list({ ...of, per_page: MARKS }, { signal }),
    { enabled },
  );
}
