import { usePanelMutation, usePanelQuery } from '#api/queries.ts';
import type { MonitoringPreferences } from '#session/generated/types.gen.ts';
import { panelApi } from '#session/panel-api.ts';

export type { MonitoringPreferences };

export function useAlertPreferences() {
  return usePanelQuery(['monitoring', 'preferences'], (account_id, signal) =>
    panelApi.get<MonitoringPreferences>('/monitoring/preferences', { account_id }, { signal }),
  );
}

export function useSavePreferences() {
  return usePanelMutation(
    (account_id, input: MonitoringPreferences) =>
      panelApi.post<MonitoringPreferences>('/monitoring/preferences', { account_id, ...input }),
    { touches: ['monitoring'], onError: () => undefined },
  );
}
