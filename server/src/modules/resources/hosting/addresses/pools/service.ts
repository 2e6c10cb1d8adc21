import type { Database, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsAddresses } from '#engines/vps/driver.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { type Clock, DAY } from '#kernel/time.ts';
import { hostingIdOf } from '../../machine.ts';
import { changeHosting, findHosting, type HostingRow } from '../../store.ts';
import { releaseExtra } from '../extra/store.ts';
import type { ReverseInput } from '../reverse/plan.ts';
import { recordAddresses } from '../store.ts';
import { type Claimed, claimAddresses, NoFreeAddress, toVpsAddresses } from './claim.ts';
import { writeExhausted } from './letters.ts';
import { findOwner, listOfHosting, listPools, type PoolAddressRow, releaseAddresses } from './store.ts';

export const NO_ADDRESS = 'No IP address is free at the moment. The server is created as soon as one is free.';

interface Dependencies {
  db: Database;
  clock: Clock;
  staffMail: StaffMail;
  /** Days for which no other server gets a released address. */
  restDays: number;
}

type Owned = HostingRow & { account_id: number };

export type PoolService = ReturnType<typeof createPoolService>;

/** Gives addresses of pools to servers. */
export function createPoolService({ db, clock, staffMail, restDays }: Dependencies) {
  /**
   * Gives a server that is about to be created its addresses. Idempotent. If none is free, the customer and staff are
   * notified, and the creation waits.
   */
  async function claim(name: string, lockedNodes: readonly string[]): Promise<Claimed> {
    const id = hostingIdOf(name) ?? 0;
    try {
      return await db.write(function* () {
        const server = yield* find(id);
        return server ? yield* give(server, lockedNodes) : { addresses: undefined, node: undefined };
      });
    } catch (error) {
      if (!(error instanceof NoFreeAddress)) throw error;
    }
    await db.write(() => noteWait(id));
    throw new EngineError('unreachable', NO_ADDRESS, { waits: true });
  }

  /** Throws NoFreeAddress, which undoes the transaction. */
  function* give(server: Owned, lockedNodes: readonly string[]): Query<Claimed> {
    const claimed = yield* claimAddresses(server, lockedNodes, clock.now());
    if (server.delay_reason !== null) {
      yield* changeHosting(server.account_id, server, { delay_reason: null }, clock.now());
    }
    return claimed;
  }

  function* noteWait(id: number): Query<void> {
    const server = yield* find(id);
    if (server?.status !== 'provisioning') return;
    const now = clock.now();
    if (server.delay_reason !== NO_ADDRESS) {
      const delayed_since = server.delayed_since ?? now;
      yield* changeHosting(server.account_id, server, { delayed_since, delay_reason: NO_ADDRESS }, now);
    }
    const letter = writeExhausted(server.region, server.hostname);
    const cause = `addresses of ${server.region} on day ${Math.floor(now / DAY)}`;
    yield* staffMail.toStaff({ kind: 'addresses-exhausted', cause, letter, nature: 'alert', now });
  }

  /** Returns the addresses that a server has from pools; undefined without any. */
  function* describe(hostingId: number): Query<VpsAddresses | undefined> {
    const rows = yield* listOfHosting(hostingId);
    if (rows.length === 0) return undefined;
    const pools = yield* listPools();
    return toVpsAddresses(
      rows.flatMap((row) => pools.filter(({ id }) => id === row.pool_id).map((pool) => ({ row, pool }))),
    );
  }

  /**
   * Takes the addresses from a terminated server. No other server gets them before their rest is over. Returns those whose
   * reverse name is to be removed.
   */
  function* release(hostingId: number, now: number): Query<ReverseInput[]> {
    const released = yield* releaseAddresses(hostingId, now + restDays * DAY);
    const server = released.length > 0 ? yield* find(hostingId) : undefined;
    if (server) yield* recordAddresses(server.account_id, server, now);
    return yield* listToReset(released);
  }

  /** Takes an extra address from a server. Returns it if its reverse name is to be removed. */
  function* releaseOne(server: Owned, { id }: Pick<PoolAddressRow, 'id'>, now: number): Query<ReverseInput[]> {
    const released = yield* releaseExtra(id, server.id, now + restDays * DAY);
    yield* recordAddresses(server.account_id, server, now);
    return released ? yield* listToReset([released]) : [];
  }

  function* listToReset(released: readonly PoolAddressRow[]): Query<ReverseInput[]> {
    const pools = released.length > 0 ? yield* listPools() : [];
    return released
      .filter(({ reverse_written }) => reverse_written !== null)
      .map(({ address, pool_id }) => ({ address, prefix: pools.find(({ id }) => id === pool_id)?.prefix ?? 0 }));
  }

  return { claim, give, describe, release, releaseOne };
}

function* find(id: number): Query<Owned | undefined> {
  const account_id = yield* findOwner(id);
  const row = account_id === undefined ? undefined : yield* findHosting(account_id, id);
  return row && account_id !== undefined ? { ...row, account_id } : undefined;
}
