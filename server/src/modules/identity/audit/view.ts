import { formatTime } from '#kernel/time.ts';
import type { AuditEntryRow } from './store.ts';

/** Customers do not see which staff member ran a command. */
const STAFF = 'Support';

/** `productName` is shown as the actor of changes that the program made by itself. */
export function viewEntry(row: AuditEntryRow, productName: string) {
  const labels: Partial<Record<AuditEntryRow['actor_kind'], string>> = { command_line: STAFF, system: productName };
  const label = labels[row.actor_kind] ?? row.actor_label;
  // Customers do not see from where staff work.
  const address = row.actor_kind === 'operator' ? null : row.address;
  return {
    id: row.id,
    at: formatTime(row.at),
    actor: { kind: row.actor_kind, id: row.actor_id, label },
    action: row.action,
    record:
      row.record_type === null || row.record_id === null
        ? null
        : { type: row.record_type, id: row.record_id, label: row.record_label },
    address,
    request_id: row.request_id,
    reason: row.reason,
    changed: row.changed.split(' ').filter(Boolean),
    environment: row.environment,
  };
}

/** Staff see every actor by name. */
export function viewAnyEntry<Row extends AuditEntryRow>({ at, changed, ...row }: Row) {
  return { ...row, at: formatTime(at), changed: changed.split(' ').filter(Boolean) };
}
