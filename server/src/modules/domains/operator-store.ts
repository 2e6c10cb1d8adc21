import { type Query, sql } from '../../kernel/db/query.ts';

export interface LedDomain {
  id: number;
  account_id: number;
  hosting_id: number;
  addresses: string;
}

const WITH_SERVER = sql<{ after: number; limit: number }, LedDomain>(
  `select id, account_id, hosting_id, addresses from domains
   where hosting_id is not null and id > :after and status = 'active' and dns_status <> 'pending'
   order by id limit :limit`,
);

/** Domains of all accounts that lead to a server and that nobody is working on, in order of id. */
export function listWithServer(after: number, limit: number): Query<LedDomain[]> {
  return WITH_SERVER.all({ after, limit });
}
