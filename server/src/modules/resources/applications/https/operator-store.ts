import { type Query, sql } from '@hostler/database';

export interface DueCertificate {
  id: number;
  account_id: number;
}

const DUE = sql<{ now: number; furthest: number; each: number; limit: number }, DueCertificate>(
  `select id, account_id from (
     select id, account_id, https_next_at,
       row_number() over (partition by account_id order by https_next_at, id) as turn
     from applications where https_next_at is not null and status = 'running'
       and (https_next_at <= :now or https_next_at > :furthest)) as due
   where turn <= :each order by turn, https_next_at, id limit :limit`,
);

/** A certificate whose renewal is due. */
export interface Unrenewed {
  id: number;
  account_id: number;
  name: string;
  domain: string;
  https_expires_at: number;
}

const UNRENEWED = sql<{ now: number; from: number; until: number; reason: string; limit: number }, Unrenewed>(
  `select id, account_id, name, domain, https_expires_at from applications
   where https_next_at is not null and https_next_at <= :now and https_status = 'ready' and status = 'running'
     and domain is not null and https_expires_at >= :from and https_expires_at <= :until
     and coalesce(https_error, '') <> :reason
   order by https_expires_at, id limit :limit`,
);

/** Lists certificates that are due and expire in a range of time, without those that have this error already. */
export function listUnrenewed(
  range: { now: number; from: number; until: number },
  reason: string,
  limit: number,
): Query<Unrenewed[]> {
  return UNRENEWED.all({ ...range, reason, limit });
}

/** Lists applications of all accounts in turn whose certificate is due, a few of each. `furthest`: a wrong clock. */
export function listDue(now: number, furthest: number, each: number, limit: number): Query<DueCertificate[]> {
  return DUE.all({ now, furthest, each, limit });
}
