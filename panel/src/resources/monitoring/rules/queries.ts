import { useApiQuery, usePanelMutation } from '../../../api/queries.ts';
import type { ListSearch } from '../../../parts/list-search.ts';
import type { MonitoringRule } from '../../../session/generated/types.gen.ts';
import { panelApi } from '../../../session/panel-api.ts';

/** Servers per page; the rules of each are loaded separately. */
const SERVERS = 10;
/** Above the maximum number of rules per server. */
const RULES = 100;

const touches = ['monitoring'];
const onError = () => undefined;

export function useWatchedServers(search: ListSearch) {
  return useApiQuery(
    ['hosting', 'watched', search],
    async (api, signal) => api.hosting.list({ ...search, per_page: SERVERS }, { signal }),
    { keepPrevious: true },
  );
}

/** Loads the rules of all servers, for people who may not read servers. */
export function useAllRules(page = 1) {
  return useApiQuery(
    ['monitoring', 'rules', 'all', page],
    async (api, signal) => api.monitoring.rules.list({ page }, { signal }),
    { keepPrevious: true },
  );
}

export function useRulesOf(hosting_id: number, enabled = true) {
  return useApiQuery(
    ['monitoring', 'rules', hosting_id],
    async (api, signal) => api.monitoring.rules.list({ hosting_id, per_page: RULES }, { signal }),
    { enabled },
  );
}

export interface RuleInput {
  readonly metric: MonitoringRule['metric'];
  readonly threshold: number | null;
  readonly minutes: number;
}

/** Updates a rule, or creates one for a server. */
export function useSaveRule(of: { readonly id: number } | { readonly hosting_id: number }) {
  return usePanelMutation(
    (account_id, { metric, ...input }: RuleInput) =>
      'id' in of
        ? panelApi.post<MonitoringRule>('/monitoring/rules/update', { account_id, ...of, ...input })
        : panelApi.post<MonitoringRule>('/monitoring/rules', { account_id, ...of, metric, ...input }),
    { touches, onError },
  );
}

/** Pauses or resumes a rule. Errors are shown as a notification because there is no form. */
export function usePauseRule() {
  return usePanelMutation(
    (account_id, input: Pick<MonitoringRule, 'id' | 'status'>) =>
      panelApi.post<MonitoringRule>('/monitoring/rules/update', { account_id, ...input }),
    { touches },
  );
}

export function useRemoveRule() {
  return usePanelMutation(
    (account_id, id: number) => panelApi.post<MonitoringRule>('/monitoring/rules/remove', { account_id, id }),
    { touches },
  );
}
