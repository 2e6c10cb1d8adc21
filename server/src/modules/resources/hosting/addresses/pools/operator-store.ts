import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ACCOUNT_NAME } from '../../../owned.ts';
import { POOL_ADDRESS_STATUSES, type PoolAddressStatus } from './schemas.ts';
import { type PoolAddressRow, type PoolRow, poolAddresses, pools } from './store.ts';

export interface PoolUse {
  assigned: number;
  reserved: number;
  resting: number;
}

const USE = sql<{ pool_id: number; now: number }, PoolUse>(
  `select coalesce(sum(case when status = 'assigned' then 1 else 0 end), 0) as assigned,
     coalesce(sum(case when status = 'reserved' then 1 else 0 end), 0) as reserved,
     coalesce(sum(case when status = 'resting' and (rests_until > :now or reverse_written is not null) then 1 else 0 end), 0)
       as resting
   from pool_addresses where pool_id = :pool_id`,
);

/** Counts the addresses of a pool that no server can get now. */
export function* readUse(poolId: number, now: number): Query<PoolUse> {
  const { assigned = 0, reserved = 0, resting = 0 } = (yield* USE.one({ pool_id: poolId, now })) ?? {};
  return { assigned: Number(assigned), reserved: Number(reserved), resting: Number(resting) };
}

export const listAllPools = defineStaffList<PoolRow>({
  select: `select ${pools.columns} from address_pools`,
  searched: ['network', 'region', 'node'],
});

export interface AddressNames {
  account_name: string | null;
  hostname: string | null;
}

export const listPoolAddresses = defineStaffList<PoolAddressRow & AddressNames, PoolAddressStatus>({
  select: `select ${poolAddresses.columns}, ${ACCOUNT_NAME},
      (select hostname from hosting where hosting.id = hosting_id) as hostname from pool_addresses`,
  statuses: byColumn(POOL_ADDRESS_STATUSES),
  searched: ['address', 'note', 'reverse'],
});
