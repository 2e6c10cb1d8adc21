import { currentTransaction, lockName, type Query } from '@hostler/database';
import { randomBase62 } from '#kernel/crypto.ts';
import { type DomainName, parseDomainName } from '../domain-name.ts';
import { type DomainRow, findDomain, isTakenByAnother } from '../store.ts';
import { acceptClaim, hasClaim, hasDomain, insertClaim, refuseClaim } from './store.ts';

const TOKEN_LENGTH = 32;

interface Dependencies {
  /** Called when a domain is accepted: creates its zone and event. */
  begin: (accountId: number, domain: DomainRow, now: number) => Query<void>;
}

export type ClaimService = ReturnType<typeof createClaimService>;

/** Domains that wait for their ownership proof. */
export function createClaimService({ begin }: Dependencies) {
  /** Returns undefined if the account claims the name already. */
  function* claim(
    accountId: number,
    name: DomainName,
    hostingId: number | null,
    now: number,
  ): Query<DomainRow | undefined> {
    if (yield* hasClaim(accountId, name.name)) return undefined;
    const token = randomBase62(TOKEN_LENGTH);
    const domain = yield* insertClaim(accountId, name, { token, hostingId, now });
    const { simulation } = yield* currentTransaction();
    // With a test key no resolver is queried, and the proof counts as found.
    if (!simulation?.fail) simulation?.followUps.push(() => acceptSimulated(accountId, domain.id, now));
    return domain;
  }

  function* acceptSimulated(accountId: number, id: number, now: number): Query<void> {
    yield* accept(accountId, id, now);
  }

  /** The owner of a name also owns the names below it. */
  function* needsProof(accountId: number, { ancestors }: DomainName): Query<boolean> {
    for (const ancestor of ancestors) if (yield* hasDomain(accountId, ancestor)) return false;
    return true;
  }

  /**
   * Accepts a proven claim. The first account to prove a name gets it. Returns false for all others, whose claims fail.
   */
  function* accept(accountId: number, id: number, now: number): Query<boolean> {
    const found = yield* findDomain(accountId, id);
    const name = found && parseDomainName(found.domain);
    if (!name) return false;
    yield* lockName(`domains of ${name.registrable}`);
    const isTaken = (yield* isTakenByAnother(accountId, name)) || (yield* hasDomain(accountId, name.name));
    if (isTaken) {
      yield* refuseClaim(accountId, id, now);
      return false;
    }
    const domain = yield* acceptClaim(accountId, id, name, now);
    if (domain) yield* begin(accountId, domain, now);
    return domain !== undefined;
  }

  return { claim, needsProof, accept, refuse: refuseClaim };
}
