import type { MonitoringCheck, MonitoringChecksListInput } from '@hostler/sdk';
import { useApiList } from '#api/lists.ts';
import { useApiMutation, useApiQuery } from '#api/queries.ts';
import type { Call } from '#parts/code-of-call.ts';
import type { ListSearch } from '#parts/list-search.ts';

const MINUTE_MS = 60_000;

const touches = ['monitoring'];
const onError = () => undefined;

/** Loads the checks. Polled too: hints report status changes, but the figures change with every check. */
export function useChecks(filters: ListSearch & { readonly status?: string }) {
  return useApiList(
    ['monitoring', 'checks'],
    filters as MonitoringChecksListInput,
    (api, input, options) => api.monitoring.checks.list(input, options),
    { refetchInterval: MINUTE_MS },
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

/** Returns the API call that `useSaveCheck` sends. */
export function callOfCheck(id: number | undefined, { type, ...input }: CheckInput): Call {
  return id === undefined
    ? { operation: 'monitoring.checks.create', input: { type, ...input } }
    : { operation: 'monitoring.checks.update', input: { id, ...input } };
}

/** Updates the check with this id, or creates one. The type of a check cannot change. */
export function useSaveCheck(id: number | undefined) {
  return useApiMutation(
    (api, { type, ...input }: CheckInput): Promise<MonitoringCheck> =>
      id === undefined
        ? api.monitoring.checks.create({ type, ...input })
        : api.monitoring.checks.update({ id, ...input }),
    { touches, onError },
  );
}

/** Pauses or resumes a check. Errors are shown as a notification because there is no form. */
export function usePauseCheck() {
  return useApiMutation(
    (api, input: { readonly id: number; readonly status: 'active' | 'paused' }) => api.monitoring.checks.update(input),
    { touches },
  );
}

export function useRemoveCheck() {
  return useApiMutation((api, id: number) => api.monitoring.checks.remove({ id }), { touches, onError });
}
