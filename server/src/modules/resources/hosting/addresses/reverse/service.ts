import { currentTransaction, type Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { HOUR } from '#kernel/time.ts';
import type { Static } from '#kernel/type.ts';
import { startAction } from '../../../../platform/actions/index.ts';
import type { HostingService } from '../../service.ts';
import { isEnding } from '../../state.ts';
import type { HostingRow } from '../../store.ts';
import { readAddress } from '../address.ts';
import { errors } from '../errors.ts';
import { listOfHosting, listPools, type PoolAddressRow } from '../pools/store.ts';
import type { ReverseActions } from './actions.ts';
import { readReverseName } from './forward-check.ts';
import { type ReverseInput, zoneKeyOf } from './plan.ts';
import type { HostingAddress, ReverseRequest } from './schemas.ts';
import { countChanges, setReverse } from './store.ts';

/** Changes of the reverse names of one server. */
const MOST_PER_HOUR = 20;

type Found = HostingAddress & { readonly row: PoolAddressRow | undefined };

interface Dependencies {
  hosting: Pick<HostingService, 'find'>;
  actions: ReverseActions;
}

export type ReverseService = ReturnType<typeof createReverseService>;

export function createReverseService({ hosting, actions }: Dependencies) {
  /** Lists the addresses of a server, IPv4 first. Throws NOT_FOUND. */
  function* list(accountId: number, id: number): Query<HostingAddress[]> {
    return (yield* collect(yield* hosting.find(accountId, id))).map(view);
  }

  /** Returns an address of a server. Throws NOT_FOUND or VALIDATION_ERROR. */
  function* find(accountId: number, id: number, given: string): Query<Found> {
    const server = yield* hosting.find(accountId, id);
    const address = readAddress(given);
    const found = (yield* collect(server)).find((one) => one.address === address);
    if (!found) throw notFound(`Address ${address} of this server`);
    if (isEnding(server)) throw errors.reverse_of_terminated();
    return found;
  }

  /** Sets or removes the reverse name of an address. The caller has checked that the name resolves to it. */
  function* set(accountId: number, id: number, given: Static<typeof ReverseRequest>, now: number) {
    const found = yield* find(accountId, id, given.address);
    const name = given.name === null ? null : readReverseName(given.name);
    const { simulation } = yield* currentTransaction();
    if (!found.row && !simulation) {
      throw errors.address_not_from_pool({ address: found.address });
    }
    if ((yield* countChanges(id, now - HOUR)) >= MOST_PER_HOUR) {
      throw errors.too_many_reverse_changes(
        { max: MOST_PER_HOUR },
        {
          headers: { 'retry-after': String(HOUR / 1000) },
        },
      );
    }
    if (found.row) yield* setReverse(found.row.id, name);
    const action = yield* queue(actions, accountId, id, { address: found.address, prefix: found.prefix ?? 0 }, now);
    return { ...view(found), reverse: name, action_id: action.id };
  }

  return { list, find, set };
}

/** Returns the function that removes the reverse names of addresses that a server has released. */
export function resetReverseNames(actions: ReverseActions) {
  return function* reset(accountId: number, id: number, released: readonly ReverseInput[], now: number): Query<void> {
    for (const input of released) yield* queue(actions, accountId, id, input, now);
  };
}

function queue(actions: ReverseActions, accountId: number, resourceId: number, input: ReverseInput, now: number) {
  return startAction(actions.reverse, { accountId, resourceId, input, now, serialKey: zoneKeyOf(input) });
}

/** Addresses of pools, and those that the engine chose. */
function* collect({ id, ipv4, ipv6 }: HostingRow): Query<Found[]> {
  const rows = yield* listOfHosting(id);
  const pools = rows.length > 0 ? yield* listPools() : [];
  const assigned = rows.map((row): Found => {
    const { address, family, kind, reverse } = row;
    const { prefix = null, gateway = null } = pools.find((pool) => pool.id === row.pool_id) ?? {};
    return { address, family, prefix, gateway, kind, reverse, row };
  });
  const known = new Set(assigned.map(({ address }) => address));
  const others = [...JSON.parse(ipv4), ...JSON.parse(ipv6)].filter((address: string) => !known.has(address));
  const chosen = others.map((address: string): Found => {
    const family = address.includes(':') ? 6 : 4;
    return { address, family, prefix: null, gateway: null, kind: 'primary', reverse: null, row: undefined };
  });
  return [...assigned, ...chosen].sort((a, b) => a.family - b.family);
}

function view({ row: _row, ...address }: Found): HostingAddress {
  return address;
}
