import type { Database, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsAddress, VpsDriver } from '#engines/vps/driver.ts';
import type { ActionKind, ActionSubject } from '#kernel/jobs/action-kind.ts';
import type { ServerContract } from '../../contract.ts';
import { hostingIdOf } from '../../machine.ts';
import { onMachine } from '../../outcome.ts';
import { HOSTING_RESOURCE } from '../../resource.ts';
import { findHosting } from '../../store.ts';
import type { PoolService } from '../pools/service.ts';
import type { ReverseInput } from '../reverse/plan.ts';
import { listExtra, setLeaving } from './store.ts';

interface Input {
  /** Name of the machine. */
  name: string;
  address: string;
}

interface Dependencies {
  db: Database;
  vps: Pick<VpsDriver, 'setExtraAddresses' | 'inspect'>;
  pools: Pick<PoolService, 'releaseOne'>;
  contracts: Pick<ServerContract, 'beginAddress' | 'cancelAddress' | 'resumeAddress'>;
  /** Removes the reverse names of released addresses. */
  resetReverse(accountId: number, id: number, released: readonly ReverseInput[], now: number): Query<void>;
}

export type ExtraAddressActions = ReturnType<typeof extraAddressActions>;

/**
 * Each run gives the machine all extra addresses that its server has by then. So a repeated or late one never brings
 * back an address that was removed meanwhile.
 */
export function extraAddressActions({ db, vps, pools, contracts, resetReverse }: Dependencies) {
  const listWanted = async (name: string, without?: string) =>
    (await listExtraOf(db, name)).filter(({ address }) => address !== without);

  const add: ActionKind<Input, null> = {
    type: 'hosting.add-address',
    resource: HOSTING_RESOURCE,
    waitsForEngine: true,
    async run({ name, address }, { signal }) {
      try {
        await onMachine(vps.setExtraAddresses(name, await listWanted(name), { signal }));
      } catch (error) {
        // The address is given back, so nothing of it may stay on the machine.
        if (error instanceof EngineError && error.code !== 'unreachable' && !signal.aborted) {
          await vps.setExtraAddresses(name, await listWanted(name, address)).catch(() => {});
        }
        throw error;
      }
      return null;
    },
    *succeed({ accountId, resourceId, now }, { address }) {
      yield* contracts.beginAddress(accountId, resourceId, address, now);
    },
    *fail(about, { address }) {
      if (yield* release(about, address)) yield* contracts.cancelAddress(about.accountId, about.resourceId, address);
    },
    simulate: () => null,
  };

  const remove: ActionKind<Input, null> = {
    type: 'hosting.remove-address',
    resource: HOSTING_RESOURCE,
    neverRefused: true,
    waitsForEngine: true,
    async run({ name }, { signal }) {
      // A missing machine has no address. It gets those of its server when it is restored.
      if (await vps.inspect(name)) await vps.setExtraAddresses(name, await listWanted(name), { signal });
      return null;
    },
    *succeed(about, { address }) {
      yield* release(about, address, { onlyLeaving: true });
    },
    *fail(about, { address }) {
      const row = (yield* listExtra(about.resourceId)).find((one) => one.address === address);
      if (!row || row.leaving_at === null) return;
      yield* setLeaving(row.id, null);
      yield* contracts.resumeAddress(about.accountId, about.resourceId, address, about.now);
    },
    simulate: () => null,
  };

  /** Returns false if the server does not have the address any more. */
  function* release(about: ActionSubject, address: string, { onlyLeaving = false } = {}): Query<boolean> {
    const { accountId, resourceId, now } = about;
    const server = yield* findHosting(accountId, resourceId);
    const row = (yield* listExtra(resourceId)).find((one) => one.address === address);
    if (!server || !row || (onlyLeaving && row.leaving_at === null)) return false;
    const toReset = yield* pools.releaseOne({ ...server, account_id: accountId }, row, now);
    yield* resetReverse(accountId, resourceId, toReset, now);
    return true;
  }

  return { add, remove };
}

/** Returns the extra addresses of a server, by the name of its machine. */
export async function listExtraOf(db: Database, name: string): Promise<VpsAddress[]> {
  const rows = await db.read(listExtra(hostingIdOf(name) ?? 0));
  return rows
    .filter(({ leaving_at }) => leaving_at === null)
    .map(({ address, prefix, gateway }) => ({ address, prefix, gateway }));
}
