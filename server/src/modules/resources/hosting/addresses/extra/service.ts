import { notFound } from '#kernel/errors.ts';
import type { ServerContract } from '../../contract.ts';
import { instanceName } from '../../machine.ts';
import { isEnding, refuseUnless, refuseWhileBusy } from '../../state.ts';
import { findHosting, queueWork } from '../../work.ts';
import { listAddresses, readAddress } from '../address.ts';
import { errors } from '../errors.ts';
import { claimExtra, listExtraFamilies } from '../pools/claim.ts';
import type { Family } from '../pools/network.ts';
import { listPools, lockPools } from '../pools/store.ts';
import { recordAddresses } from '../store.ts';
import type { ExtraAddressActions } from './actions.ts';
import { listExtra, setLeaving } from './store.ts';

/** Extra addresses of one server, whatever its plan says. */
const MOST_EXTRA = 16;

interface Dependencies {
  actions: ExtraAddressActions;
  contracts: Pick<ServerContract, 'findAddressOffer' | 'sellAddress' | 'endAddress'>;
}

export type ExtraAddressService = ReturnType<typeof createExtraAddressService>;

/** Lets customers add addresses to their servers, and remove them. */
export function createExtraAddressService({ actions, contracts }: Dependencies) {
  /** Returns what the plan of a server offers. Throws NOT_FOUND. */
  function* offer(accountId: number, id: number) {
    const server = yield* findHosting(accountId, id);
    const offered = yield* contracts.findAddressOffer(accountId, id);
    const count = (yield* listExtra(id)).length;
    const families = offered ? yield* listExtraFamilies(server) : [];
    const { price = null, currency = null, tax_included = false, max = 0 } = offered ?? {};
    return { price, currency, tax_included, families, max, count };
  }

  /**
   * Gives a server an address that its subscription pays for. Everything is recorded in one transaction, so nothing is
   * charged without an address. Throws NOT_FOUND or CONFLICT.
   */
  function* add(accountId: number, id: number, family: Family, now: number) {
    const server = yield* findHosting(accountId, id);
    refuseUnless(server, ['running', 'stopped'], 'given an address');
    refuseWhileBusy(server);
    // Locks first, so that two requests at once cannot both take the last address that the plan allows.
    yield* lockPools(server.region);
    const offered = yield* contracts.findAddressOffer(accountId, id);
    if (!offered) throw errors.no_extra_addresses();
    const most = Math.min(offered.max, MOST_EXTRA);
    if ((yield* listExtra(id)).length >= most) {
      throw errors.too_many_extra_addresses({ max: most });
    }
    const claimed = yield* claimExtra({ ...server, account_id: accountId }, family, now);
    if (!claimed) throw errors.no_address_free({ family });
    const { address, kind, reverse } = claimed;
    yield* contracts.sellAddress(accountId, id, address, now);
    yield* recordAddresses(accountId, server, now);
    const { actionId } = yield* queueWork(accountId, actions.add, server, { name: instanceName(id), address }, now);
    return { address, family, ...(yield* networkOf(claimed)), kind, reverse, action_id: actionId };
  }

  /** Removes an extra address. It is billed until now. Throws NOT_FOUND or CONFLICT. */
  function* remove(accountId: number, id: number, given: string, now: number) {
    const server = yield* findHosting(accountId, id);
    const address = readAddress(given);
    const row = (yield* listExtra(id)).find((one) => one.address === address);
    if (!row && listAddresses(server).has(address)) {
      throw errors.primary_address_fixed({ address });
    }
    if (!row) throw notFound(`Address ${address} of this server`);
    if (isEnding(server)) throw errors.addresses_released();
    if (row.leaving_at !== null) throw errors.address_being_removed({ address });
    yield* setLeaving(row.id, now);
    yield* contracts.endAddress(accountId, id, address, now);
    const { actionId } = yield* queueWork(accountId, actions.remove, server, { name: instanceName(id), address }, now);
    const { family, prefix, gateway, kind, reverse } = row;
    return { address, family, prefix, gateway, kind, reverse, action_id: actionId };
  }

  return { offer, add, remove };
}

function* networkOf({ pool_id }: { pool_id: number }) {
  const { prefix = null, gateway = null } = (yield* listPools()).find(({ id }) => id === pool_id) ?? {};
  return { prefix, gateway };
}
