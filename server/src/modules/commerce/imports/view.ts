import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { ImportRow, LineRow } from './operator-store.ts';
import type { Import, ImportLine } from './schemas.ts';

export function viewImport(row: ImportRow): Import {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    status: row.status,
    lines: row.lines,
    new: row.new_lines,
    unchanged: row.unchanged_lines,
    wrong: row.wrong_lines,
    imported: row.imported_lines,
    failed: row.failed_lines,
    invites: row.invites === 1,
    created_by: row.created_by,
    activated_by: row.activated_by,
    created_at: formatTime(row.created_at),
    activated_at: formatOptionalTime(row.activated_at),
    finished_at: formatOptionalTime(row.finished_at),
    discarded_at: formatOptionalTime(row.discarded_at),
  };
}

export function viewLine(row: LineRow & { account_name: string | null }): ImportLine {
  const { id, line, reference, state, message, account_id, account_name, record_id } = row;
  return { id, line, reference, state, message, account_id, account_name, record_id };
}
