import type { Query } from '@hostler/database';
import { conflict, notFound } from '#kernel/errors.ts';
import type { ServerContract } from '../../contract.ts';
import { instanceName } from '../../machine.ts';
import { isEnding, refuseUnless, refuseWhileBusy } from '../../state.ts';
import { findHosting, queueWork } from '../../work.ts';
import { listAddresses, readAddress } from '../address.ts';
import { claimExtra } from '../pools/claim.ts';
import { listPools, lockPools } from '../pools/store.ts';
import { recordAddresses } from '../store.ts';
import type { ExtraAddressActions } from './actions.ts';
import { listExtra, setLeaving } from './store.ts';

/** Extra addresses of one server, whatever its plan says. */
const MOST_EXTRA = 16;

const NONE_FREE =
  'No IPv4 address is free in the region of this VPS. Nothing was added or charged. Try again later, or ask support.';

interface Dependencies {
  actions: ExtraAddressActions;
  contracts: Pick<ServerContract, 'findAddressOffer' | 'sellAddress' | 'endAddress'>;
}

export type ExtraAddressService = ReturnType<typeof createExtraAddressService>;

/** Lets customers add IPv4 addresses to their servers, and remove them. */
export function createExtraAddressService({ actions, contracts }: Dependencies) {
  /** Returns what the plan of a server offers. Throws NOT_FOUND. */
  function* offer(accountId: number, id: number) {
    yield* findHosting(accountId, id);
    const offered = yield* contracts.findAddressOffer(accountId, id);
    const count = (yield* listExtra(id)).length;
    const { price = null, currency = null, tax_included = false, max = 0 } = offered ?? {};
    return { price, currency, tax_included, max, count };
  }

  /**
   * Gives a server an address that its subscription pays for. Everything is recorded in one transaction, so nothing is
   * charged without an address. Throws NOT_FOUND or CONFLICT.
   */
  function* add(accountId: number, id: number, now: number) {
    const server = yield* findHosting(accountId, id);
    refuseUnless(server, ['running', 'stopped'], 'given an address');
    refuseWhileBusy(server);
    // Locks first, so that two requests at once cannot both take the last address that the plan allows.
    yield* lockPools(server.region);
    const offered = yield* contracts.findAddressOffer(accountId, id);
    if (!offered) throw conflict('The plan of this VPS offers no extra addresses. Change the plan, or ask support.');
    const most = Math.min(offered.max, MOST_EXTRA);
    if ((yield* listExtra(id)).length >= most) {
      throw conflict(`This VPS has ${most} extra addresses, the most that its plan offers. Remove one first.`);
    }
    const claimed = yield* claimExtra({ ...server, account_id: accountId }, now);
    if (!claimed) throw conflict(NONE_FREE);
    const { address, family, kind, reverse } = claimed;
    yield* contracts.sellAddress(accountId, id, address, now);
    yield* recordAddresses(accountId, server, now);
    const { actionId } = yield* queueWork(accountId, actions.add, server, { name: instanceName(id), address }, now);
    return { address, family, prefix: yield* prefixOf(claimed), kind, reverse, action_id: actionId };
  }

  /** Removes an extra address. It is billed until now. Throws NOT_FOUND or CONFLICT. */
  function* remove(accountId: number, id: number, given: string, now: number) {
    const server = yield* findHosting(accountId, id);
    const address = readAddress(given);
    const row = (yield* listExtra(id)).find((one) => one.address === address);
    if (!row && listAddresses(server).has(address)) {
      throw conflict(`${address} is the primary address of this VPS and cannot be removed.`);
    }
    if (!row) throw notFound(`Address ${address} of this VPS`);
    if (isEnding(server)) throw conflict('This VPS is terminated. Its addresses are released with it.');
    if (row.leaving_at !== null) throw conflict(`${address} is being removed already.`);
    yield* setLeaving(row.id, now);
    yield* contracts.endAddress(accountId, id, address, now);
    const { actionId } = yield* queueWork(accountId, actions.remove, server, { name: instanceName(id), address }, now);
    const { family, prefix, kind, reverse } = row;
    return { address, family, prefix, kind, reverse, action_id: actionId };
  }

  return { offer, add, remove };
}

function* prefixOf({ pool_id }: { pool_id: number }): Query<number | null> {
  return (yield* listPools()).find(({ id }) => id === pool_id)?.prefix ?? null;
}
