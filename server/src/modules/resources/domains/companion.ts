import type { Query } from '../../../kernel/db/query.ts';
import type { OwnedDomain } from './directory.ts';
import type { ZoneRecord } from './records/records.ts';

/** What else lives on a domain and goes with it: its mail. */
export interface Companion {
  /** Records that it wants in the zone, beside what the customer has there. */
  listRecords(accountId: number, domainId: number, own: readonly ZoneRecord[]): Query<readonly ZoneRecord[]>;
  /** The domain is being removed, in this transaction. */
  leave(accountId: number, domain: OwnedDomain, now: number): Query<void>;
}
