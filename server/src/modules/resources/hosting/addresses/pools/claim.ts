import type { Query } from '@hostler/database';
import type { VpsAddresses } from '#engines/vps/driver.ts';
import { HOUR } from '#kernel/time.ts';
import type { HostingRow } from '../../store.ts';
import { listOwnResting } from '../extra/store.ts';
import { addressAt, type Family, lastOffset } from './network.ts';
import {
  advancePool,
  changeAddress,
  findRested,
  isUsedElsewhere,
  listOfHosting,
  listPools,
  lockPools,
  type PoolAddressRow,
  type PoolRow,
  poolAddresses,
} from './store.ts';

/** A server that had the address before the pool existed keeps it; the address is tried again after this time. */
const TRY_AGAIN_AFTER_MS = HOUR;

/** Thrown to undo a claim if a pool has no free address. */
export class NoFreeAddress extends Error {}

export interface Claimed {
  /** Undefined if the region has no pool: then the engine chooses the addresses. */
  readonly addresses: VpsAddresses | undefined;
  /** The node that the addresses belong to; undefined if they belong to none. */
  readonly node: string | undefined;
}

type Claimant = Pick<HostingRow, 'id' | 'region'> & {
  readonly account_id: number;
  /** Default: primary. */
  readonly use?: PoolAddressRow['kind'];
};

/**
 * Gives a new server one address of each family that its region has pools for. Idempotent: a second call returns the
 * same addresses. Throws NoFreeAddress, which undoes the transaction.
 */
export function* claimAddresses(server: Claimant, locked: readonly string[], now: number): Query<Claimed> {
  const pools = yield* lockPools(server.region);
  const had = (yield* listOfHosting(server.id)).filter(({ kind }) => kind === 'primary');
  const missing = ([4, 6] as const).filter(
    (family) => pools.some((pool) => pool.family === family) && !had.some((row) => row.family === family),
  );
  const { node: bound } = describe(had, pools);
  const places = bound === undefined ? [null, ...listNodes(pools, locked)] : [bound];
  for (const place of missing.length > 0 ? places : []) {
    const taken = yield* takeAll(pools, missing, place, server, now);
    if (taken) return describe([...had, ...taken], pools);
  }
  if (missing.length > 0) throw new NoFreeAddress();
  return describe(had, pools);
}

/**
 * Gives a server an extra address: one that it had before and that rests, or else a free one. Returns undefined if there
 * is none. Locks the pools of the region.
 */
export function* claimExtra(
  server: HostingRow & { account_id: number },
  family: Family,
  now: number,
): Query<PoolAddressRow | undefined> {
  const usable = usableBy(server, yield* lockPools(server.region)).filter((pool) => pool.family === family);
  const claimant = { ...server, use: 'extra' } as const;
  const own = (yield* listOwnResting(server.id, family)).find(({ pool_id }) => usable.some(({ id }) => id === pool_id));
  if (own) return yield* changeAddress({ id: own.id, note: null, ...assignedTo(claimant) });
  return yield* takeFirst(usable, claimant, now);
}

/** Lists the families of which a server can get extra addresses, IPv4 first. */
export function* listExtraFamilies(server: HostingRow): Query<Family[]> {
  const pools = (yield* listPools()).filter(({ region }) => region === server.region);
  return [...new Set(usableBy(server, pools).map(({ family }) => family))].sort();
}

function usableBy({ node }: HostingRow, pools: readonly PoolRow[]): PoolRow[] {
  return pools.filter((pool) => pool.node === null || pool.node === node);
}

/** Lists the nodes with their own pools, the one whose pools gave the fewest addresses first. */
function listNodes(pools: readonly PoolRow[], locked: readonly string[]): string[] {
  const given = new Map<string, number>();
  for (const { node, next_offset } of pools) {
    if (node !== null && !locked.includes(node)) given.set(node, (given.get(node) ?? 0) + next_offset);
  }
  return [...given].sort(([, a], [, b]) => a - b).map(([node]) => node);
}

/** Takes an address of each family at a place: a node, or null for any node. Takes none if one is missing. */
function* takeAll(
  pools: readonly PoolRow[],
  families: readonly Family[],
  place: string | null,
  server: Claimant,
  now: number,
): Query<PoolAddressRow[] | undefined> {
  const taken: PoolAddressRow[] = [];
  for (const family of families) {
    const usable = pools.filter((pool) => pool.family === family && (pool.node === null || pool.node === place));
    const row = yield* takeFirst(usable, server, now);
    if (!row) {
      yield* giveBack(taken, now);
      return undefined;
    }
    taken.push(row);
  }
  return taken;
}

function* takeFirst(pools: readonly PoolRow[], server: Claimant, now: number): Query<PoolAddressRow | undefined> {
  for (const pool of pools) {
    const row = (yield* takeFresh(pool, server, now)) ?? (yield* takeRested(pool, server, now));
    if (row) return row;
  }
  return undefined;
}

/** Takes the next address that no server ever had. */
function* takeFresh(pool: PoolRow, server: Claimant, now: number): Query<PoolAddressRow | undefined> {
  const last = lastOffset(pool);
  let taken: PoolAddressRow | undefined;
  while (!taken && pool.next_offset <= last) {
    const address = addressAt(pool, pool.next_offset++);
    if (address === pool.gateway) continue;
    const isFree = !(yield* isUsedElsewhere(address, server.id));
    const row = yield* poolAddresses.insert({
      ...{ pool_id: pool.id, address, family: pool.family, note: null, created_at: now },
      ...(isFree ? assignedTo(server) : resting(now + TRY_AGAIN_AFTER_MS)),
    });
    if (isFree) taken = row;
  }
  yield* advancePool(pool.id, pool.next_offset);
  return taken;
}

function* takeRested(pool: PoolRow, server: Claimant, now: number): Query<PoolAddressRow | undefined> {
  for (;;) {
    const rested = yield* findRested(pool.id, now);
    if (!rested) return undefined;
    const isFree = !(yield* isUsedElsewhere(rested.address, server.id));
    const state = isFree ? assignedTo(server) : resting(now + TRY_AGAIN_AFTER_MS);
    const row = yield* changeAddress({ id: rested.id, note: null, ...state });
    if (isFree) return row;
  }
}

/** An address that was taken and not used is free again at once. */
function* giveBack(taken: readonly PoolAddressRow[], now: number): Query<void> {
  for (const { id } of taken) yield* changeAddress({ id, note: null, ...resting(now) });
}

function assignedTo({ id, account_id, use: kind = 'primary' }: Claimant) {
  return { kind, status: 'assigned', account_id, hosting_id: id, rests_until: null } as const;
}

function resting(rests_until: number) {
  return { kind: 'primary', status: 'resting', account_id: null, hosting_id: null, rests_until } as const;
}

function describe(rows: readonly PoolAddressRow[], pools: readonly PoolRow[]): Claimed {
  const found = rows.flatMap((row) => pools.filter(({ id }) => id === row.pool_id).map((pool) => ({ row, pool })));
  return {
    addresses: toVpsAddresses(found),
    node: found.find(({ pool }) => pool.node !== null)?.pool.node ?? undefined,
  };
}

interface Placed {
  readonly row: PoolAddressRow;
  readonly pool: PoolRow;
}

export function toVpsAddresses(found: readonly Placed[]): VpsAddresses | undefined {
  const ofFamily = (family: Family) => {
    const one = found.find(({ row }) => row.family === family && row.kind === 'primary');
    return one && { address: one.row.address, prefix: one.pool.prefix, gateway: one.pool.gateway };
  };
  const [ipv4, ipv6] = [ofFamily(4), ofFamily(6)];
  if (!ipv4 && !ipv6) return undefined;
  return { ...(ipv4 ? { ipv4 } : {}), ...(ipv6 ? { ipv6 } : {}) };
}
