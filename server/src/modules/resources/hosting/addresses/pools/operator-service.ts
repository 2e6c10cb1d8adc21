import { type Database, lockName, type Query, type StaffListRequest } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { conflict, notFound, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { readAddress } from '../address.ts';
import { errors, fieldErrors } from '../errors.ts';
import { addressAt, lastOffset, offsetOf, overlaps, type PoolNetwork, readPoolNetwork } from './network.ts';
import { listAllPools, listPoolAddresses, readUse } from './operator-store.ts';
import type { AddressPool, PoolAddress, PoolAddressStatus } from './schemas.ts';
import * as store from './store.ts';
import { viewAddress, viewPool } from './view.ts';

/** Pools of an installation, and addresses that one call reserves. */
const [MOST_POOLS, MOST_RESERVED] = [1_000, 1_024];
const DEFAULT_REGION = 'default';

interface NewPool {
  network: string;
  gateway: string;
  region?: string | undefined;
  node?: string | undefined;
}

interface Reservation {
  address: string;
  /** Last address of a range that begins with `address`. */
  last?: string | undefined;
  note?: string | undefined;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  vps: Pick<VpsDriver, 'checkAddresses' | 'listNodes'>;
}

export type PoolOperatorService = ReturnType<typeof createPoolOperatorService>;

/** Staff operations on address pools. */
export function createPoolOperatorService({ db, clock, vps }: Dependencies) {
  /** Creates a pool. Throws CONFLICT if it overlaps another one, or the network of the engine cannot give its addresses. */
  async function create({ network, gateway, region = DEFAULT_REGION, node }: NewPool): Promise<AddressPool> {
    const pool = readPoolNetwork({ network, gateway });
    await checkNode(node);
    await checkEngine(pool);
    return db.write(() => record(pool, region, node ?? null));
  }

  function* record(pool: PoolNetwork, region: string, node: string | null): Query<AddressPool> {
    yield* lockName('address pools');
    const others = yield* store.listPools();
    const other = others.find((one) => overlaps(one, pool));
    if (other) throw errors.pool_overlaps({ network: pool.network, id: other.id, other: other.network });
    if (others.length >= MOST_POOLS) throw errors.too_many_pools({ max: MOST_POOLS });
    const created = yield* store.pools.insert({ ...pool, region, node, next_offset: 1, created_at: clock.now() });
    return yield* view({ ...created, family: pool.family });
  }

  /** An engine that does not answer refuses nothing: every creation of a server checks its addresses again. */
  async function checkEngine(pool: PoolNetwork): Promise<void> {
    const offset = addressAt(pool, 1) === pool.gateway ? 2 : 1;
    const { prefix, gateway } = pool;
    const address = { address: addressAt(pool, offset), prefix, gateway };
    const problem = await reach(vps.checkAddresses(pool.family === 4 ? { ipv4: address } : { ipv6: address }));
    if (problem) throw conflict(problem);
  }

  async function checkNode(node: string | undefined): Promise<void> {
    if (node === undefined) return;
    const nodes = await reach(vps.listNodes());
    if (nodes === undefined || nodes.some(({ name }) => name === node)) return;
    const names = nodes.map(({ name }) => name).join(', ');
    throw validationError([fieldErrors.node_unknown('node', { nodes: names })]);
  }

  /** Lists pools, newest first. */
  function* list(request: StaffListRequest = {}): Query<AddressPool[]> {
    const viewed: AddressPool[] = [];
    for (const pool of yield* listAllPools(request)) viewed.push(yield* view(pool));
    return viewed;
  }

  function* view(pool: store.PoolRow): Query<AddressPool> {
    return viewPool(pool, yield* readUse(pool.id, clock.now()));
  }

  function* show({ id }: { id: number }): Query<AddressPool> {
    const pool = (yield* store.listPools()).find((one) => one.id === id);
    if (!pool) throw notFound('Address pool');
    return yield* view(pool);
  }

  /** Removes a pool without assigned or reserved addresses. Throws NOT_FOUND or CONFLICT. */
  function* remove({ id }: { id: number }): Query<AddressPool> {
    const pool = yield* store.findPool(id);
    if (!pool) throw notFound('Address pool');
    const { assigned = 0, reserved = 0 } = yield* store.countBlocking(id);
    if (assigned > 0) throw errors.pool_has_assigned({ count: assigned, id });
    if (reserved > 0) throw errors.pool_has_reserved({ id, count: reserved });
    const viewed = yield* view(pool);
    yield* store.removePool(id);
    return viewed;
  }

  /** Lists the addresses of pools that are assigned, reserved or rest, newest first. */
  function* listAddresses({
    pool_id,
    ...request
  }: StaffListRequest<PoolAddressStatus> & { pool_id?: number | undefined } = {}): Query<PoolAddress[]> {
    return (yield* listPoolAddresses(request, { pool_id })).map(viewAddress);
  }

  /** Keeps addresses from being given to servers. Throws CONFLICT if a server has one. */
  function* reserve({ address, last, note }: Reservation): Query<PoolAddress[]> {
    const [pool, first] = yield* locate(address, 'address');
    const [samePool, end] = last === undefined ? [pool, first] : yield* locate(last, 'last');
    if (samePool.id !== pool.id || end < first || end - first >= MOST_RESERVED) {
      const message = `must be in ${pool.network}, after ${address}, and at most ${MOST_RESERVED} addresses from it.`;
      throw validationError([{ field: 'last', message }]);
    }
    yield* store.findPool(pool.id);
    const reserved: PoolAddress[] = [];
    for (let offset = first; offset <= end; offset++) {
      const one = addressAt(pool, offset);
      if (one === pool.gateway && first !== end) continue;
      const row = yield* reserveOne(pool, one, note ?? null);
      if (row) reserved.push(viewAddress(row));
    }
    return reserved;
  }

  function* reserveOne(pool: store.PoolRow, address: string, note: string | null) {
    if (address === pool.gateway) throw errors.address_is_gateway({ address });
    const state = {
      kind: 'primary',
      status: 'reserved',
      account_id: null,
      hosting_id: null,
      note,
      rests_until: null,
    } as const;
    const found = yield* store.findAddress(address);
    if (found?.status === 'assigned') throw errors.address_of_server({ id: Number(found.hosting_id), address });
    if (found) return yield* store.changeAddress({ id: found.id, ...state });
    const row = { pool_id: pool.id, address, family: pool.family, created_at: clock.now(), ...state };
    return yield* store.poolAddresses.insert(row);
  }

  /** Ends a reservation. A new server can get the address immediately. */
  function* release({ address: given }: { address: string }): Query<PoolAddress> {
    const [pool] = yield* locate(given, 'address');
    yield* store.findPool(pool.id);
    const found = yield* store.findAddress(readAddress(given));
    if (found?.status !== 'reserved') throw errors.address_not_reserved({ address: readAddress(given) });
    const free = { kind: 'primary', status: 'resting', note: null, rests_until: clock.now() } as const;
    const row = yield* store.changeAddress({ id: found.id, account_id: null, hosting_id: null, ...free });
    return viewAddress(row ?? found);
  }

  return { create, list, show, remove, listAddresses, reserve, release };
}

/** Returns the pool of an address and its place there. Throws NOT_FOUND without a pool. */
function* locate(given: string, field: string): Query<[store.PoolRow, number]> {
  const address = readAddress(given);
  for (const pool of yield* store.listPools()) {
    const offset = offsetOf(pool, address);
    if (offset === undefined) continue;
    if (offset >= 1 && offset <= lastOffset(pool)) return [pool, offset];
    throw validationError([fieldErrors.address_is_edge(field, { network: pool.network })]);
  }
  throw notFound(`Address pool of ${address}`);
}

/** Returns undefined if the engine does not answer. */
async function reach<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
