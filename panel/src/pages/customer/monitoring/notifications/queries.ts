import { useDoorMutation, useDoorQuery } from '#api/queries.ts';
import { door } from '#session/door.ts';
import type { MonitoringPreferences } from '#session/generated/types.gen.ts';

export type { MonitoringPreferences };

export function useAlertPreferences() {
  return useDoorQuery(['monitoring', 'preferences'], (account_id, signal) =>
    door.get<MonitoringPreferences>('/monitoring/preferences', { account_id }, { signal }),
  );
}

export function useSavePreferences() {
  return useDoorMutation(
    (account_id, input: MonitoringPreferences) =>
      door.post<MonitoringPreferences>('/monitoring/preferences', { account_id, ...input }),
    { touches: ['monitoring'], onError: () => undefined },
  );
}
