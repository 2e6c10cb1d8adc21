import { usePanelList } from '#api/lists.ts';
import type { AuditEntry } from '#session/generated/types.gen.ts';

export type { AuditEntry };

export type ActorKind = AuditEntry['actor']['kind'];

export interface AuditSearch {
  readonly page?: number;
  readonly search?: string;
  readonly actor_kind?: string;
  readonly action?: string;
}

export function useAudit(search: AuditSearch) {
  return usePanelList<AuditEntry>(['audit', 'list'], '/audit', { ...search });
}
