import { type Query, sql } from '@hostler/database';
import { toReverseName } from '../zone.ts';

/** A released address whose old reverse name is still on the name server. No server gets the address. */
export interface StaleName {
  id: number;
  address: string;
  prefix: number;
}

/** Addresses that one pass reads. */
const AT_ONCE = 1_000;

const STALE_ROWS = `from address_pools as p join pool_addresses as a on a.pool_id = p.id and a.status = 'resting'
   where a.reverse_written is not null`;
const STALE = sql<{ limit: number }, StaleName>(
  `select a.id, a.address, p.prefix ${STALE_ROWS} order by a.id limit :limit`,
);
const CLEAR = sql<{ ids: string }>(
  `update pool_addresses set reverse_written = null where id {in :ids} and status = 'resting'`,
);

export const SELECT_STALE = `select a.id ${STALE_ROWS}`;

/** Lists released addresses whose reverse name is still on the name server, by zone. */
export function* listStale(): Query<Map<string, StaleName[]>> {
  const rows = yield* STALE.all({ limit: AT_ONCE });
  return Map.groupBy(rows, ({ address, prefix }) => toReverseName(address, prefix).zone);
}

/** Notes that the name server has no names of these addresses any more. */
export function* clearStale(rows: readonly StaleName[]): Query<void> {
  yield* CLEAR.run({ ids: JSON.stringify(rows.map(({ id }) => id)) });
}
