import { useDoorMutation, useDoorQuery } from '#api/queries.ts';
import { door } from '#session/door.ts';

/** Alert notification settings of one person in one account. */
export interface AlertPreferences {
  readonly mail: boolean;
  /** Like `22:00`; null, together with `quiet_to`, for no quiet hours. */
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  readonly time_zone: string;
}

export function useAlertPreferences() {
  return useDoorQuery(['monitoring', 'preferences'], (account_id, signal) =>
    door.get<AlertPreferences>('/monitoring/preferences', { account_id }, { signal }),
  );
}

export function useSavePreferences() {
  return useDoorMutation(
    (account_id, input: AlertPreferences) =>
      door.post<AlertPreferences>('/monitoring/preferences', { account_id, ...input }),
    { touches: ['monitoring'], onError: () => undefined },
  );
}
