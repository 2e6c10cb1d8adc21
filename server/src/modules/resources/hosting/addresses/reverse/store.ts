import { type Query, sql } from '@hostler/database';
import type { PoolAddressRow } from '../pools/store.ts';

/** An address with a reverse name. */
interface NamedAddress extends Pick<PoolAddressRow, 'address' | 'reverse'> {
  prefix: number;
}

const SET = sql<{ id: number; reverse: string | null }>('update pool_addresses set reverse = :reverse where id = :id');
const WRITTEN = sql<{ address: string; written: string | null }>(
  'update pool_addresses set reverse_written = :written where address = :address',
);
const UNDO = sql<{ address: string }>(
  `update pool_addresses set reverse = reverse_written where address = :address and status = 'assigned'`,
);
const NAMED = sql<{ family: number; pattern: string }, NamedAddress>(
  `select a.address, a.reverse, p.prefix from pool_addresses as a join address_pools as p on p.id = a.pool_id
   where a.family = :family and a.reverse is not null and a.address like :pattern order by a.id`,
);
const RECENT = sql<{ id: number; since: number }, { count: number }>(
  `select count(*) as count from actions
   where resource_type = 'hosting' and resource_id = :id and type = 'hosting.reverse' and created_at > :since`,
);

export function* setReverse(id: number, reverse: string | null): Query<void> {
  yield* SET.run({ id, reverse });
}

/** Notes the name that is on the name server. */
export function* noteWritten(address: string, written: string | null): Query<void> {
  yield* WRITTEN.run({ address, written });
}

/** Returns an address to the name that is on the name server. A released address stays without one. */
export function* undoReverse(address: string): Query<void> {
  yield* UNDO.run({ address });
}

/** Lists the addresses of a family with a reverse name whose text begins like this. */
export function listNamed(family: 4 | 6, beginning: string): Query<NamedAddress[]> {
  return NAMED.all({ family, pattern: `${beginning}%` });
}

/** Counts the changes of reverse names of a server since then. */
export function* countChanges(id: number, since: number): Query<number> {
  return (yield* RECENT.one({ id, since }))?.count ?? 0;
}
