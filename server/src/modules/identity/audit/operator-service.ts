import type { Query } from '../../../kernel/db/query.ts';
import { listNewestEntries } from './operator-store.ts';
import { viewAnyEntry } from './view.ts';

/** How many are shown unless somebody asks for more. */
export const ENTRIES_SHOWN = 100;

interface AuditFilter {
  account_id?: number | undefined;
  limit?: number | undefined;
}

export type AuditOperatorService = ReturnType<typeof createAuditOperatorService>;

export function createAuditOperatorService() {
  /** What was last done in all accounts and in none, or in one; newest first. */
  function* list({ account_id, limit = ENTRIES_SHOWN }: AuditFilter = {}): Query<ReturnType<typeof viewAnyEntry>[]> {
    return (yield* listNewestEntries(account_id, limit)).map(viewAnyEntry);
  }

  return { list };
}
