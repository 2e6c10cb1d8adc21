import type { Query } from '@hostler/database';
import type { OwnedDomain } from './directory.ts';
import type { ZoneRecord } from './records/records.ts';

/** Data that depends on a domain and is removed with it: its mail. */
export interface Companion {
  /** Records that it needs in the zone, beside the customer's own. */
  listRecords(accountId: number, domainId: number, own: readonly ZoneRecord[]): Query<readonly ZoneRecord[]>;
  /** Called in the transaction that removes the domain. */
  leave(accountId: number, domain: OwnedDomain, now: number): Query<void>;
}
