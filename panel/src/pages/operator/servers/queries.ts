import { translateStaffTexts } from '#locales/returned.ts';
import type { AdoptableMachine, BulkResult, HostingDetails, Node, OwnedBackup } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

/** While an action runs or packet rules are being applied, the page is refreshed this often. */
const BUSY_MS = 2_000;

export function useServer(id: number) {
  return useOperatorQuery(
    ['hosting', 'show', id],
    (signal) => operatorApi.get<HostingDetails>('/hosting/show', { id }, { signal }),
    { refetchInterval: (server) => (server && isBusy(server) ? BUSY_MS : false) },
  );
}

function isBusy({ pending, status, network }: HostingDetails): boolean {
  if (status === 'terminated') return false;
  return pending !== null || status === 'provisioning' || !network.applied;
}

/** Newest backups of a server. */
export function useServerBackups({ id, account_id }: Pick<HostingDetails, 'id' | 'account_id'>) {
  return useOperatorQuery(['backups', 'of-server', id], (signal) =>
    operatorApi.list<OwnedBackup>('/backups', { account: account_id, hosting: id, per_page: 5 }, { signal }),
  );
}

export function useConsoleOutput(id: number, enabled: boolean) {
  return useOperatorQuery(
    ['hosting', 'console', id],
    (signal) => operatorApi.get<{ console: string }>('/hosting/console', { id }, { signal }),
    { enabled },
  );
}

export function useNodeNames() {
  return useOperatorQuery(['nodes', 'names'], (signal) =>
    operatorApi.list<Node>('/nodes', { per_page: 100 }, { signal }),
  );
}

export function usePlanNames() {
  return useOperatorQuery(['plans', 'names'], (signal) =>
    operatorApi.list<{ id: number; name: string }>('/plans', { per_page: 100 }, { signal }),
  );
}

export type Verb = 'start' | 'stop' | 'restart' | 'suspend' | 'unsuspend' | 'resize' | 'terminate' | 'release';

/** Sends one operation to a server. */
export function useWork(id: number) {
  return useOperatorMutation(
    ({ verb, body = {} }: { verb: Verb; body?: Record<string, unknown> }) =>
      operatorApi.post<{ subscription?: string }>(`/hosting/${verb}`, body, { query: { id } }),
    { touches: ['hosting'] },
  );
}

/** The same, for forms that show the error themselves. */
export function useWorkForm(id: number, verb: Verb) {
  return useOperatorMutation(
    (body: Record<string, unknown>) =>
      operatorApi.post<{ subscription?: string }>(`/hosting/${verb}`, body, { query: { id } }),
    { touches: ['hosting'], onError: () => undefined },
  );
}

export interface BulkRequest {
  readonly verb: Verb;
  readonly ids: readonly string[];
  readonly cause?: string;
  readonly reason?: string;
}

export function useBulk() {
  return useOperatorMutation((body: BulkRequest) => operatorApi.post<BulkResult[]>('/hosting/bulk', body), {
    touches: ['hosting'],
  });
}

export function useAdoptable(enabled: boolean) {
  return useOperatorQuery(
    ['hosting', 'adoptable'],
    async (signal) => {
      const machines = await operatorApi.list<AdoptableMachine>('/hosting/adoptable', { per_page: 100 }, { signal });
      return translateStaffTexts(machines, ['problem']);
    },
    { enabled },
  );
}

export interface NewServer {
  readonly account: number;
  readonly hostname: string;
  readonly plan?: string | undefined;
  readonly label?: string | undefined;
  readonly image?: string | undefined;
}

export function useCreateServer() {
  return useOperatorMutation((body: NewServer) => operatorApi.post<{ id: number }>('/hosting', body), {
    touches: ['hosting'],
    onError: () => undefined,
  });
}
