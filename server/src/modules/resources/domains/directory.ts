import type { Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { notProved } from './claims/proof.ts';
import { hasClaim } from './claims/store.ts';
import type { ZoneRecord } from './records/records.ts';
import { countMailboxes, findDomain, findDomainByName } from './store.ts';

/** A domain that belongs to the account, not a mere claim. */
export interface OwnedDomain {
  readonly id: number;
  /** Lower case, punycode. */
  readonly name: string;
}

export interface DescribedDomain extends OwnedDomain {
  readonly mailboxes: number;
  readonly own: readonly ZoneRecord[];
}

export type DomainDirectory = typeof domainDirectory;

/** The part of domains that other modules may use. */
export const domainDirectory = {
  *find(accountId: number, id: number): Query<OwnedDomain> {
    const found = yield* findDomain(accountId, id);
    if (!found) throw notFound('Domain');
    if (found.proof_token !== null) throw notProved(found.domain);
    return { id, name: found.domain };
  },

  *findByName(accountId: number, name: string): Query<OwnedDomain> {
    const found = yield* findDomainByName(accountId, name);
    if (found) return { id: found.id, name };
    throw (yield* hasClaim(accountId, name)) ? notProved(name) : notFound('Domain');
  },

  /** Returns the domain with the customer's own records. Undefined if it was removed. */
  *describe(accountId: number, id: number): Query<DescribedDomain | undefined> {
    const found = yield* findDomain(accountId, id);
    return found && { id, name: found.domain, mailboxes: found.mailboxes, own: JSON.parse(found.records) };
  },

  countMailboxes,
};
