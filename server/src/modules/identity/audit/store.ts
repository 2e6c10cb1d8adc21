import { defineLog } from '@hostler/database';
import { ACTOR_KINDS } from '#kernel/audit/audit-context.ts';
import { AUDIT_COLUMNS, type AuditRow } from '#kernel/audit/record.ts';

export interface AuditEntryRow extends AuditRow {
  id: number;
}

const COLUMNS = ['id', ...AUDIT_COLUMNS].join(', ');

/** Newest entries of an account first, filtered by actor and action. */
export const listAudit = defineLog<AuditEntryRow>({
  table: 'audit_entries',
  columns: COLUMNS,
  indexed: ['actor_kind'],
  split: { column: 'actor_kind', values: ACTOR_KINDS },
});
