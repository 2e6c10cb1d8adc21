import type { Database } from '@hostler/database';
import { type Command, command, integer, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MACHINES } from '#kernel/staff-roles.ts';
import type { PoolOperatorService } from './operator-service.ts';
import { AddressPool, POOL_ADDRESS_STATUSES, PoolAddress } from './schemas.ts';

export function poolCommands({ db, pools }: { db: Database; pools: PoolOperatorService }): Command[] {
  return [
    command({
      name: 'address pool create',
      route: { roles: MACHINES, data: AddressPool },
      summary: 'Create a network that new servers of a region get their addresses from.',
      options: {
        network: text('Network, like 203.0.113.0/24 or 2001:db8:1::/64.'),
        gateway: text(
          'Gateway of the servers. It may be outside the network: of a larger network, or of a routed one.',
        ),
        region: text('Region whose servers use the pool.', { default: 'default' }),
        node: optional(text('Node whose servers use the pool. Default: all nodes.')),
      },
      run: (given) => pools.create(given),
    }),
    listCommand({
      name: 'address pool list',
      route: { roles: EVERY_ROLE, data: AddressPool },
      summary: 'List the address pools with their use.',
      options: {},
      columns: ['id', 'network', 'gateway', 'region', 'node', 'addresses', 'assigned', 'reserved', 'resting', 'free'],
      searched: 'network, region, node',
      page: async (given) => db.read(pools.list(given)),
    }),
    command({
      name: 'address pool show',
      route: { roles: EVERY_ROLE, data: AddressPool },
      summary: 'Show an address pool with its use.',
      options: { id: integer('Pool id.') },
      run: async (given) => db.read(pools.show(given)),
    }),
    command({
      name: 'address pool remove',
      route: { roles: MACHINES, data: AddressPool },
      summary: 'Remove an address pool without assigned or reserved addresses.',
      options: { id: integer('Pool id.') },
      run: (given) => db.write(() => pools.remove(given)),
    }),
    listCommand({
      name: 'address pool addresses',
      route: { roles: EVERY_ROLE, data: PoolAddress, reads: true },
      summary: 'List the addresses of pools that are assigned, reserved or rest.',
      options: { pool: optional(integer('Filter by pool id.')) },
      columns: ['id', 'address', 'status', 'hosting_id', 'hostname', 'account_id', 'reverse', 'note', 'rests_until'],
      statuses: POOL_ADDRESS_STATUSES,
      searched: 'address, note, reverse name',
      page: async ({ pool, ...given }) => db.read(pools.listAddresses({ ...given, pool_id: pool })),
    }),
    command({
      name: 'address reserve',
      route: { roles: MACHINES, id: 'address', data: PoolAddress, list: true },
      summary: 'Keep addresses of a pool from being given to servers.',
      options: {
        address: text('IPv4 or IPv6 address.'),
        last: optional(text('Last address of a range, at most 1,024 addresses.')),
        note: optional(text('Reason, for colleagues.')),
      },
      columns: ['id', 'address', 'status', 'note'],
      run: (given) => db.write(() => pools.reserve(given)),
    }),
    command({
      name: 'address release',
      route: { roles: MACHINES, id: 'address', data: PoolAddress },
      summary: 'End the reservation of an address. A new server can get it at once.',
      options: { address: text('IPv4 or IPv6 address.') },
      run: (given) => db.write(() => pools.release(given)),
    }),
  ];
}
