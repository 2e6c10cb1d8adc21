import { AUDIT_COLUMNS, type AuditRow } from '../../../kernel/audit/record.ts';

export interface AuditEntryRow extends AuditRow {
  id: number;
}

export const COLUMNS = ['id', ...AUDIT_COLUMNS].join(', ');
