import { defineStaffList } from '@hostler/database';
import { AUDIT_COLUMNS } from '#kernel/audit/record.ts';
import type { AuditEntryRow } from './store.ts';

export interface StaffAuditRow extends AuditEntryRow {
  account_name: string | null;
}

const columns = ['id', ...AUDIT_COLUMNS].map((column) => `e.${column}`).join(', ');

/** Lists the entries of all accounts, of none or of one account. */
export const listEntries = defineStaffList<StaffAuditRow>({
  select: `select ${columns}, a.name as account_name
   from audit_entries as e left join accounts as a on a.id = e.account_id`,
  cursor: 'e.id',
  filters: {
    // The conditions of the partial indexes.
    by_operator: `:by_operator = 1 and e.actor_kind = 'operator'`,
    by_command_line: `:by_command_line = 1 and e.actor_kind = 'command_line'`,
    actor_kind: 'e.actor_kind = :actor_kind',
    action: 'e.action = :action',
    from: 'e.at >= :from',
    until: 'e.at < :until',
  },
  searched: ['e.action', 'e.actor_label', 'e.record_type', 'e.record_label', 'e.address'],
});
