import { countRow, foldForSearch, insert, moveRow, type Query, sql } from '@hostler/database';
import { type DomainName, toReadable } from '../domain-name.ts';
import { type DomainRow, domains, insertAncestors } from '../store.ts';

/*
 * A claim is a domain that its owner has yet to prove. Several accounts may claim one name, so the name stands in
 * `claimed`, and in `domain`, which is unique, something that is no name. Proved names alone are in `domain` and in
 * `domain_ancestors`, and alone keep others away.
 */
interface NewClaim {
  account_id: number;
  domain: string;
  claimed: string;
  proof_token: string;
  proof_next_at: number;
  status: string;
  dns_status: string;
  hosting_id: number | null;
  search_text: string;
  created_at: number;
  updated_at: number;
}

const INSERT = insert<NewClaim>('domains', [
  'account_id',
  'domain',
  'claimed',
  'proof_token',
  'proof_next_at',
  'status',
  'dns_status',
  'hosting_id',
  'search_text',
  'created_at',
  'updated_at',
]);
const FIND_CLAIMED = sql<{ account_id: number; claimed: string }, { id: number }>(
  'select id from domains where claimed = :claimed and account_id = :account_id',
);
const FIND_OWN = sql<{ account_id: number; domain: string }, { id: number }>(
  'select id from domains where domain = :domain and account_id = :account_id',
);
const ACCEPT = sql<{ account_id: number; id: number; now: number }, DomainRow>(
  `update domains set domain = claimed, claimed = null, proof_token = null, proof_next_at = null, updated_at = :now
   where account_id = :account_id and id = :id and claimed is not null and status = 'pending' returning ${domains.columns}`,
);
const REFUSE = sql<{ account_id: number; id: number; now: number }>(
  `update domains set status = 'error', dns_status = 'error', proof_next_at = null, updated_at = :now
   where account_id = :account_id and id = :id and claimed is not null and status = 'pending'`,
);
const LOOK_AGAIN = sql<{ account_id: number; id: number; proof_next_at: number }>(
  `update domains set proof_next_at = :proof_next_at
   where account_id = :account_id and id = :id and claimed is not null and status = 'pending'`,
);

export function* hasDomain(accountId: number, name: string): Query<boolean> {
  return (yield* FIND_OWN.one({ account_id: accountId, domain: name })) !== undefined;
}

export function* hasClaim(accountId: number, name: string): Query<boolean> {
  return (yield* FIND_CLAIMED.one({ account_id: accountId, claimed: name })) !== undefined;
}

export function* insertClaim(
  accountId: number,
  { name }: DomainName,
  { token, hostingId, now }: { token: string; hostingId: number | null; now: number },
): Query<DomainRow> {
  const row = {
    status: 'pending' as const,
    hosting_id: hostingId,
    dns_status: 'pending' as const,
    proof_token: token,
    mailboxes: 0,
    created_at: now,
    updated_at: now,
  };
  const id = yield* INSERT({
    ...row,
    account_id: accountId,
    domain: `claim ${token}`,
    claimed: name,
    proof_next_at: now,
    search_text: foldForSearch(name, toReadable(name)),
  });
  yield* countRow({ account_id: accountId, list: 'domains', status: row.status, id, count: 1 });
  return { ...row, id, domain: name };
}

/** Turns the claim into a domain. Returns undefined if it no longer waits. */
export function* acceptClaim(
  accountId: number,
  id: number,
  { ancestors }: DomainName,
  now: number,
): Query<DomainRow | undefined> {
  const accepted = yield* ACCEPT.one({ account_id: accountId, id, now });
  if (accepted) yield* insertAncestors(accountId, id, ancestors);
  return accepted;
}

/** Ends the claim: another account was first, or it expired. */
export function* refuseClaim(accountId: number, id: number, now: number): Query<void> {
  const refused = yield* REFUSE.run({ account_id: accountId, id, now });
  if (refused > 0) yield* moveRow(accountId, 'domains', id, 'pending', 'error');
}

export function* checkAgain(accountId: number, id: number, nextAt: number): Query<void> {
  yield* LOOK_AGAIN.run({ account_id: accountId, id, proof_next_at: nextAt });
}
