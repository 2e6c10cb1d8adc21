import type { MonitoringChecksListInput } from '@hostler/sdk';
import { useApiQuery, usePanelMutation } from '#api/queries.ts';
import type { ListSearch } from '#parts/list-search.ts';
import type { MonitoringCheck } from '#session/generated/types.gen.ts';
import { panelApi } from '#session/panel-api.ts';

const MINUTE_MS = 60_000;

const touches = ['monitoring'];
const onError = () => undefined;

/** Loads the checks. Polled too: hints report status changes, but the figures change with every check. */
export function useChecks(filters: ListSearch & { readonly status?: string }) {
  const input = filters as MonitoringChecksListInput;
  return useApiQuery(
    ['monitoring', 'checks', filters],
    async (api, signal) => api.monitoring.checks.list(input, { signal }),
    { keepPrevious: true, refetchInterval: MINUTE_MS },
  );
}

export function useCheck(id: number) {
  return useApiQuery(['monitoring', 'check', id], (api, signal) => api.monitoring.checks.show({ id }, { signal }), {
    refetchInterval: MINUTE_MS,
  });
}

export function useCheckHistory(id: number, seconds: number) {
  return useApiQuery(
    ['monitoring', 'history', id, seconds],
    (api, signal) => {
      const end = Math.floor(Date.now() / 1000);
      return api.monitoring.checks.history({ id, start: String(end - seconds), end: String(end) }, { signal });
    },
    { keepPrevious: true, refetchInterval: MINUTE_MS },
  );
}

export type CheckInput = Pick<
  MonitoringCheck,
  | 'target'
  | 'interval_seconds'
  | 'expect_status'
  | 'expect_text'
  | 'follow_redirects'
  | 'redirect_to'
  | 'certificate_days'
> & { readonly name?: string; readonly type: MonitoringCheck['type'] };

/** Updates the check with this id, or creates one. The type of a check cannot change. */
export function useSaveCheck(id: number | undefined) {
  return usePanelMutation(
    (account_id, { type, ...input }: CheckInput) =>
      id === undefined
        ? panelApi.post<MonitoringCheck>('/monitoring/checks', { account_id, type, ...input })
        : panelApi.post<MonitoringCheck>('/monitoring/checks/update', { account_id, id, ...input }),
    { touches, onError },
  );
}

/** Pauses or resumes a check. Errors are shown as a notification because there is no form. */
export function usePauseCheck() {
  return usePanelMutation(
    (account_id, input: { readonly id: number; readonly status: 'active' | 'paused' }) =>
      panelApi.post<MonitoringCheck>('/monitoring/checks/update', { account_id, ...input }),
    { touches },
  );
}

export function useRemoveCheck() {
  return usePanelMutation(
    (account_id, id: number) => panelApi.post<MonitoringCheck>('/monitoring/checks/remove', { account_id, id }),
    { touches, onError },
  );
}
