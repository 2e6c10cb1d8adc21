import { type Query, sql } from '@hostler/database';
import { HOUR } from '#kernel/time.ts';

/** A domain whose ownership is not proven yet. */
export interface Claim {
  readonly id: number;
  readonly account_id: number;
  readonly domain: string;
  readonly proof_token: string;
  readonly created_at: number;
}

/** A lookup scheduled further ahead was scheduled before the clock was set back. */
const FURTHEST_MS = HOUR;
const DUE_CLAIMS = sql<{ now: number; furthest: number; each: number; limit: number }, Claim>(
  `select id, account_id, claimed as domain, proof_token, created_at from (
     select id, account_id, claimed, proof_token, created_at, proof_next_at,
       row_number() over (partition by account_id order by proof_next_at, id) as turn
     from domains where claimed is not null and (proof_next_at <= :now or proof_next_at > :furthest)) as due
   where turn <= :each order by turn, proof_next_at, id limit :limit`,
);
const CLAIMS = sql<{ claimed: string }, { id: number; account_id: number }>(
  'select id, account_id from domains where claimed = :claimed',
);

/** Lists due claims of all accounts in turn, a few of each. */
export function listDueClaims(now: number, each: number, limit: number): Query<Claim[]> {
  return DUE_CLAIMS.all({ now, furthest: now + FURTHEST_MS, each, limit });
}

/** Lists all claims to a name. */
export function listClaims(name: string): Query<{ id: number; account_id: number }[]> {
  return CLAIMS.all({ claimed: name });
}
