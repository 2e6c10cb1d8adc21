import { type Query, sql } from '@hostler/database';

const ACCOUNT = sql<{ id: number }, { account_id: number; account_name: string; size_reason: string | null }>(
  `select h.account_id, a.name as account_name, h.size_reason
   from hosting as h join accounts as a on a.id = h.account_id where h.id = :id`,
);

/** Returns facts about a server that only staff see. */
export function findStaffFacts(id: number) {
  return ACCOUNT.one({ id });
}

export interface ServerAddress {
  address: string;
  assigned_at: number;
  released_at: number | null;
}

const ADDRESSES = sql<{ id: number; limit: number }, ServerAddress>(
  `select address, assigned_at, released_at from address_assignments where hosting_id = :id order by id desc limit :limit`,
);

/** Lists the addresses of a server, current and former, newest first. */
export function listServerAddresses(id: number, limit: number): Query<ServerAddress[]> {
  return ADDRESSES.all({ id, limit });
}
