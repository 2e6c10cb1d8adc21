import type { AccountListRequest, Query } from '@hostler/database';
import { type Owned, withOwner } from '../owned.ts';
import { listAllDomains } from './operator-store.ts';
import type { Domain, DomainStatus } from './schemas.ts';
import type { DomainView } from './view.ts';

export type DomainOperatorService = ReturnType<typeof createDomainOperatorService>;

export function createDomainOperatorService({ view }: { view: DomainView }) {
  /** Lists the domains of all accounts or of one. */
  function* list(request: AccountListRequest<DomainStatus> = {}): Query<Owned<Domain>[]> {
    return (yield* listAllDomains(request)).map((row) => withOwner(row, view(row)));
  }

  return { list };
}
