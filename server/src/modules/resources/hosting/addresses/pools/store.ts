import { later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { PoolNetwork } from './network.ts';
import type { PoolAddressStatus } from './schemas.ts';

/** Networks of the operator. Rows of `pool_addresses` exist only for addresses that were used or reserved once. */
export const pools = table('address_pools', {
  id: number(),
  network: text(),
  family: number(),
  prefix: number(),
  gateway: text(),
  region: text(),
  /** Null if servers on every node can use it. */
  node: nullable(text()),
  /** The first address that was never given. */
  next_offset: number(),
  created_at: number(),
});
export type PoolRow = Omit<Row<typeof pools>, 'family'> & Pick<PoolNetwork, 'family'>;

export const poolAddresses = table(
  'pool_addresses',
  {
    id: number(),
    pool_id: number(),
    address: text(),
    family: number(),
    kind: text<'primary' | 'extra'>(),
    status: text<PoolAddressStatus>(),
    /** The server that has the address; null if it is reserved or rests. */
    account_id: nullable(number()),
    hosting_id: nullable(number()),
    /** Reason of a reservation. */
    note: nullable(text()),
    /** No server gets the address before this time. */
    rests_until: nullable(number()),
    /** Reverse name, and the one that is on the name server. */
    reverse: later(text()),
    reverse_written: later(text()),
    /** Extra addresses: when their removal was requested. */
    leaving_at: later(number()),
    created_at: number(),
  },
  { unique: 'address' },
);
export type PoolAddressRow = Row<typeof poolAddresses>;

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from hosting where id = :id');
const OF_REGION = sql<{ region: string }, PoolRow>(
  `select ${pools.columns} from address_pools where region = :region order by id {for update}`,
);
const ALL = sql<object, PoolRow>(`select ${pools.columns} from address_pools order by id`);
const ONE = sql<{ id: number }, PoolRow>(`select ${pools.columns} from address_pools where id = :id {for update}`);
const ADVANCE = sql<{ id: number; next_offset: number }>(
  'update address_pools set next_offset = :next_offset where id = :id',
);
const REMOVE = sql<{ id: number }>('delete from address_pools where id = :id');
const OF_HOSTING = sql<{ hosting_id: number }, PoolAddressRow>(
  `select ${poolAddresses.columns} from pool_addresses where hosting_id = :hosting_id and status = 'assigned' order by id`,
);
const RESTED = sql<{ pool_id: number; now: number }, PoolAddressRow>(
  `select ${poolAddresses.columns} from pool_addresses
   where pool_id = :pool_id and status = 'resting' and rests_until <= :now and reverse_written is null
   order by rests_until, id limit 1`,
);
const CHANGE = sql<
  Pick<PoolAddressRow, 'id' | 'kind' | 'status' | 'account_id' | 'hosting_id' | 'note' | 'rests_until'>,
  PoolAddressRow
>(
  `update pool_addresses set kind = :kind, status = :status, account_id = :account_id, hosting_id = :hosting_id,
     note = :note, rests_until = :rests_until, leaving_at = null
   where id = :id returning ${poolAddresses.columns}`,
);
const BY_ADDRESS = sql<{ address: string }, PoolAddressRow>(
  `select ${poolAddresses.columns} from pool_addresses where address = :address`,
);
const USED_ELSEWHERE = sql<{ address: string; hosting_id: number }, { id: number }>(
  `select id from address_assignments
   where address = :address and released_at is null and hosting_id <> :hosting_id limit 1`,
);
const RELEASE = sql<{ hosting_id: number; rests_until: number }, PoolAddressRow>(
  `update pool_addresses set status = 'resting', kind = 'primary', account_id = null, hosting_id = null, note = null,
     reverse = null, rests_until = :rests_until, leaving_at = null
   where hosting_id = :hosting_id and status = 'assigned' returning ${poolAddresses.columns}`,
);
const BLOCKING = sql<{ pool_id: number }, { status: PoolAddressStatus; count: number }>(
  `select status, count(*) as count from pool_addresses
   where pool_id = :pool_id and status in ('assigned', 'reserved') group by status`,
);
const FORGET = sql<{ pool_id: number }>(`delete from pool_addresses where pool_id = :pool_id and status = 'resting'`);

/** Returns the account of a server, for the action that creates it. */
export function* findOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

/** Locks the pools of a region until the transaction ends, so that no two servers get one address. */
export function lockPools(region: string): Query<PoolRow[]> {
  return OF_REGION.all({ region });
}

export function listPools(): Query<PoolRow[]> {
  return ALL.all({});
}

/** Locks the pool. */
export function findPool(id: number): Query<PoolRow | undefined> {
  return ONE.one({ id });
}

export function* advancePool(id: number, next_offset: number): Query<void> {
  yield* ADVANCE.run({ id, next_offset });
}

/** Deletes a pool and the addresses of it that rest. */
export function* removePool(id: number): Query<void> {
  yield* FORGET.run({ pool_id: id });
  yield* REMOVE.run({ id });
}

/** Counts the addresses that keep a pool from being removed. */
export function* countBlocking(poolId: number): Query<Partial<Record<PoolAddressStatus, number>>> {
  return Object.fromEntries((yield* BLOCKING.all({ pool_id: poolId })).map(({ status, count }) => [status, count]));
}

/** Lists the addresses that a server has from pools. */
export function listOfHosting(hostingId: number): Query<PoolAddressRow[]> {
  return OF_HOSTING.all({ hosting_id: hostingId });
}

/** Returns the address that has rested longest, if its rest is over. */
export function findRested(poolId: number, now: number): Query<PoolAddressRow | undefined> {
  return RESTED.one({ pool_id: poolId, now });
}

export function changeAddress(row: Parameters<typeof CHANGE.one>[0]): Query<PoolAddressRow | undefined> {
  return CHANGE.one(row);
}

export function findAddress(address: string): Query<PoolAddressRow | undefined> {
  return BY_ADDRESS.one({ address });
}

/** Returns whether another server uses the address: one that had it before the pool existed. */
export function* isUsedElsewhere(address: string, hostingId: number): Query<boolean> {
  return (yield* USED_ELSEWHERE.one({ address, hosting_id: hostingId })) !== undefined;
}

/** Takes the addresses from a server, and returns them. They rest until the given time. */
export function releaseAddresses(hostingId: number, rests_until: number): Query<PoolAddressRow[]> {
  return RELEASE.all({ hosting_id: hostingId, rests_until });
}
