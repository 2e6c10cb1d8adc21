import type { AccountListRequest, Query } from '@hostler/database';
import { listEntries } from './operator-store.ts';
import { viewAnyEntry } from './view.ts';

export type AuditOperatorService = ReturnType<typeof createAuditOperatorService>;

export function createAuditOperatorService() {
  /** Lists the entries of all accounts, of none or of one account, newest first. */
  function* list(request: AccountListRequest = {}): Query<ReturnType<typeof viewAnyEntry>[]> {
    return (yield* listEntries(request)).map(viewAnyEntry);
  }

  return { list };
}
