import type { MonitoringRule } from '@hostler/sdk';
import { useApiList } from '../../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import type { Call } from '../../../parts/code-of-call.ts';
import type { ListSearch } from '../../../parts/list-search.ts';

/** Servers per page; the rules of each are loaded separately. */
const SERVERS = 10;
/** Above the maximum number of rules per server. */
const RULES = 100;

const touches = ['monitoring'];
const onError = () => undefined;

export function useWatchedServers(search: ListSearch) {
  return useApiQuery(
    ['hosting', 'watched', search],
    async (api, signal) =>
      api.hosting.list({ search: search.search, page: search.page, per_page: SERVERS }, { signal }),
    { keepPrevious: true },
  );
}

/** Loads the rules of all servers, for people who may not read servers. */
export function useAllRules(page = 1) {
  return useApiList(['monitoring', 'rules'], { page }, (api, input, options) =>
    api.monitoring.rules.list(input, options),
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

/** The rule to change, or the server of a new rule. */
type Target = { readonly id: number } | { readonly hosting_id: number };

/** Returns the API call that `useSaveRule` sends. */
export function callOfRule(of: Target, { metric, ...input }: RuleInput): Call {
  return 'id' in of
    ? { operation: 'monitoring.rules.update', input: { ...of, ...input } }
    : { operation: 'monitoring.rules.create', input: { ...of, metric, ...input } };
}

/** Updates a rule, or creates one for a server. */
export function useSaveRule(of: Target) {
  return useApiMutation(
    (api, { metric, ...input }: RuleInput): Promise<MonitoringRule> =>
      'id' in of
        ? api.monitoring.rules.update({ ...of, ...input })
        : api.monitoring.rules.create({ ...of, metric, ...input }),
    { touches, onError },
  );
}

/** Pauses or resumes a rule. Errors are shown as a notification because there is no form. */
export function usePauseRule() {
  return useApiMutation((api, input: Pick<MonitoringRule, 'id' | 'status'>) => api.monitoring.rules.update(input), {
    touches,
  });
}

export function useRemoveRule() {
  return useApiMutation((api, id: number) => api.monitoring.rules.remove({ id }), { touches });
}
