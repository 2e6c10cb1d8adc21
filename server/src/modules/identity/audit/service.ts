import type { PageRequest } from '@hostler/database';
import type { Actor } from '#kernel/audit/audit-context.ts';
import { listAudit } from './store.ts';

interface AuditFilters {
  actor_kind?: Actor['kind'] | undefined;
  action?: string | undefined;
}

export function readAudit(accountId: number, { actor_kind, action }: AuditFilters, page: PageRequest) {
  return listAudit(accountId, { actor_kind, action }, page);
}
