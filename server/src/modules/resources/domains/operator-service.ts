import type { AccountListRequest, Query } from '@hostler/database';
import { listAllDomains } from './operator-store.ts';
import type { Domain, DomainStatus } from './schemas.ts';
import type { DomainView } from './view.ts';

export type DomainOperatorService = ReturnType<typeof createDomainOperatorService>;

export function createDomainOperatorService({ view }: { view: DomainView }) {
  /** Lists the domains of all accounts or of one. */
  function* list(request: AccountListRequest<DomainStatus> = {}): Query<(Domain & { account_id: number })[]> {
    return (yield* listAllDomains(request)).map((row) => ({ account_id: row.account_id, ...view(row) }));
  }

  return { list };
}
