import { useDoorQuery } from '#api/queries.ts';
import { door } from '#session/door.ts';

export type ActorKind = 'person' | 'key' | 'operator' | 'command_line' | 'system';

export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly actor: { readonly kind: ActorKind; readonly id: number | null; readonly label: string };
  readonly action: string;
  readonly record: { readonly type: string; readonly id: number; readonly label: string | null } | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly changed: readonly string[];
  readonly environment: 'live' | 'test' | null;
}

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
