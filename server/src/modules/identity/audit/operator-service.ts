import type { AccountListRequest, Query } from '@hostler/database';
import { listEntries, type StaffAuditRow } from './operator-store.ts';
import { viewAnyEntry } from './view.ts';

/** Absent filters match every entry. */
interface AuditFilters {
  readonly actor_kind?: string | undefined;
  readonly action?: string | undefined;
  /** First and last moment, the last excluded. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export type AuditOperatorService = ReturnType<typeof createAuditOperatorService>;

export function createAuditOperatorService() {
  /** Lists the entries of all accounts, of none or of one account, newest first. */
  function* list(
    request: AccountListRequest = {},
    filters: AuditFilters = {},
  ): Query<ReturnType<typeof viewAnyEntry<StaffAuditRow>>[]> {
    const { actor_kind, ...others } = filters;
    return (yield* listEntries(request, { ...byKind(actor_kind), ...others })).map((row) => viewAnyEntry(row));
  }

  return { list };
}

/** Entries of staff are read by an index of their own. */
function byKind(actor_kind: string | undefined) {
  if (actor_kind === 'operator') return { by_operator: 1 };
  return actor_kind === 'command_line' ? { by_command_line: 1 } : { actor_kind };
}
