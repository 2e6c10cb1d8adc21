import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import { countUsable } from './network.ts';
import type { AddressNames, PoolUse } from './operator-store.ts';
import type { AddressPool, PoolAddress } from './schemas.ts';
import type { PoolAddressRow, PoolRow } from './store.ts';

export function viewPool(pool: PoolRow, use: PoolUse): AddressPool {
  const { id, network, family, gateway, region, node, created_at } = pool;
  const addresses = countUsable(pool);
  const free = Math.max(0, addresses - use.assigned - use.reserved - use.resting);
  return { id, network, family, gateway, region, node, addresses, ...use, free, created_at: formatTime(created_at) };
}

/** A reserved or resting address has no server, so its row needs no names. */
export function viewAddress(row: PoolAddressRow & Partial<AddressNames>): PoolAddress {
  const { id, pool_id, address, family, status, account_id, hosting_id, note, reverse, rests_until } = row;
  const { account_name = null, hostname = null } = row;
  return {
    ...{ id, pool_id, address, family, status, account_id, account_name, hosting_id, hostname, note, reverse },
    rests_until: formatOptionalTime(rests_until),
  };
}
