import { useDoorQuery } from '#api/queries.ts';
import { door } from '#session/door.ts';
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
  return useDoorQuery(
    ['audit', 'list', search],
    (accountId, signal) => door.list<AuditEntry>('/audit', { account_id: accountId, ...search }, { signal }),
    { keepPrevious: true },
  );
}
