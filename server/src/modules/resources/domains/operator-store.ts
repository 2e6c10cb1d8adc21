import { type Query, sql } from '../../../kernel/db/query.ts';
import { HOUR } from '../../../kernel/time.ts';
import type { Claim } from './claims/jobs.ts';
import type { ZoneRow } from './store.ts';

export type KeptZone = Pick<
  ZoneRow,
  'id' | 'domain' | 'status' | 'hosting_id' | 'dns_status' | 'records' | 'revision' | 'zone_digest'
> & { account_id: number };

const ZONES = sql<{ after: number; limit: number; failed_before: number; now: number }, KeptZone>(
  `select id, account_id, domain, status, hosting_id, dns_status, records, revision, zone_digest from domains
   where id > :after and claimed is null and dns_status <> 'pending' and (status = 'active'
     or (status = 'error' and (updated_at < :failed_before or updated_at > :now)))
   order by id limit :limit`,
);

/** Zones of all accounts that nobody is working on, in order of id; those that could not be made only after a while. */
export function listZones(after: number, now: number, pause: number, limit: number): Query<KeptZone[]> {
  return ZONES.all({ after, failed_before: now - pause, now, limit });
}

/** Further ahead than a look ever is: the clock has been put back since it was planned. */
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

/** Claims whose proof is to be looked for now, of all accounts in turn and a few of each. */
export function listDueClaims(now: number, each: number, limit: number): Query<Claim[]> {
  return DUE_CLAIMS.all({ now, furthest: now + FURTHEST_MS, each, limit });
}

/** All claims to a name. */
export function listClaims(name: string): Query<{ id: number; account_id: number }[]> {
  return CLAIMS.all({ claimed: name });
}
