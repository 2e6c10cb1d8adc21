import { type Query, sql } from '@hostler/database';
import { type PoolAddressRow, poolAddresses } from '../pools/store.ts';

const OWN_RESTING = sql<{ hosting_id: number; family: number }, PoolAddressRow>(
  `select ${poolAddresses.columns} from pool_addresses
   where status = 'resting' and family = :family and reverse_written is null and address in (
     select a.address from address_assignments as a where a.hosting_id = :hosting_id and a.released_at is not null
       and not exists (select 1 from address_assignments as b
         where b.address = a.address and b.id > a.id and b.hosting_id <> a.hosting_id))
   order by rests_until desc, id limit 20`,
);
const LEAVE = sql<{ id: number; now: number | null }>('update pool_addresses set leaving_at = :now where id = :id');
const RELEASE = sql<{ id: number; hosting_id: number; rests_until: number }, PoolAddressRow>(
  `update pool_addresses set status = 'resting', kind = 'primary', account_id = null, hosting_id = null, note = null,
     reverse = null, rests_until = :rests_until, leaving_at = null
   where id = :id and hosting_id = :hosting_id and status = 'assigned' and kind = 'extra'
   returning ${poolAddresses.columns}`,
);
const EXTRA = sql<{ hosting_id: number }, PoolAddressRow & { prefix: number; gateway: string }>(
  `select ${poolAddresses.columns},
     (select p.prefix from address_pools as p where p.id = pool_addresses.pool_id) as prefix,
     (select p.gateway from address_pools as p where p.id = pool_addresses.pool_id) as gateway
   from pool_addresses where hosting_id = :hosting_id and status = 'assigned' and kind = 'extra' order by id`,
);

/** Lists resting addresses of a family that no server had after this one. */
export function listOwnResting(hostingId: number, family: number): Query<PoolAddressRow[]> {
  return OWN_RESTING.all({ hosting_id: hostingId, family });
}

/** Lists the extra addresses of a server with their networks. */
export function listExtra(hostingId: number) {
  return EXTRA.all({ hosting_id: hostingId });
}

/** Notes when the removal of an extra address was requested; null if it stays. */
export function* setLeaving(id: number, now: number | null): Query<void> {
  yield* LEAVE.run({ id, now });
}

/** Takes an extra address from a server. It rests until the given time. Returns undefined if the server has it no more. */
export function releaseExtra(id: number, hostingId: number, rests_until: number): Query<PoolAddressRow | undefined> {
  return RELEASE.one({ id, hosting_id: hostingId, rests_until });
}
