import { usePanelQuery } from '#api/queries.ts';
import type { AuditEntry } from '#session/generated/types.gen.ts';
import { panelApi } from '#session/panel-api.ts';

export type { AuditEntry };

export type ActorKind = AuditEntry['actor']['kind'];

export interface AuditSearch {
  readonly page?: number;
  readonly search?: string;
  readonly actor_kind?: string;
  readonly action?: string;
}

export function useAudit(search: AuditSearch) {
  return usePanelQuery(
    ['audit', 'list', search],
    (accountId, signal) => panelApi.list<AuditEntry>('/audit', { account_id: accountId, ...search }, { signal }),
    { keepPrevious: true },
  );
}
