import { defineStaffList } from '@hostler/database';
import { type AuditEntryRow, COLUMNS } from './store.ts';

/** Lists the entries of all accounts, of none or of one account. */
export const listEntries = defineStaffList<AuditEntryRow>({
  select: `select ${COLUMNS} from audit_entries`,
  searched: ['action', 'actor_label', 'record_type', 'record_label', 'address'],
});
