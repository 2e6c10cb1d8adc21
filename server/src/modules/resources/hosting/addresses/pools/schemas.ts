import { DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const POOL_ADDRESS_STATUSES = ['assigned', 'reserved', 'resting'] as const;
export type PoolAddressStatus = (typeof POOL_ADDRESS_STATUSES)[number];

const count = (description: string) => Type.Integer({ description, examples: [12] });
const Family = Type.Integer({ description: 'IP version: 4 or 6.', examples: [4] });

export const AddressPool = Resource('AddressPool', 'A network that new servers get their addresses from.', {
  id: OwnId,
  network: Type.String({ description: 'Network in CIDR notation.', examples: ['203.0.113.0/24'] }),
  family: Family,
  gateway: Type.String({ description: 'Gateway of the servers.', examples: ['203.0.113.1'] }),
  region: Type.String({ description: 'Region whose servers use the pool.', examples: ['default'] }),
  node: Nullable(Type.String({ description: 'Node whose servers use the pool; null for all nodes.' })),
  addresses: count(
    'Addresses that the pool can give: without network and broadcast, and without a gateway inside the network.',
  ),
  assigned: count('Addresses that servers have.'),
  reserved: count('Addresses that staff reserved.'),
  resting: count('Released addresses that no server gets yet.'),
  free: count('Addresses that a new server can get now.'),
  created_at: DateTime('Creation time of the pool.'),
});
export type AddressPool = Static<typeof AddressPool>;

export const PoolAddress = Resource('PoolAddress', 'An address of a pool that is assigned, reserved or rests.', {
  id: OwnId,
  pool_id: Id('Pool.'),
  address: Type.String({ description: 'IPv4 or IPv6 address.', examples: ['203.0.113.10'] }),
  family: Family,
  status: OneOf(POOL_ADDRESS_STATUSES, {
    description: '`assigned`: a server has it. `reserved`: staff keep it. `resting`: released by a server.',
  }),
  account_id: Nullable(Id('Account of the server; null without one.')),
  account_name: Nullable(Type.String({ description: 'Name of the account; null without one.' })),
  hosting_id: Nullable(Id('Server; null without one.')),
  hostname: Nullable(Type.String({ description: 'Host name of the server; null without one.' })),
  note: Nullable(Type.String({ description: 'Reason of the reservation.', examples: ['Router'] })),
  reverse: Nullable(Type.String({ description: 'Reverse name; null if none is set.', examples: ['web.example.com'] })),
  rests_until: Nullable(DateTime('Time from which a server can get it again; null if it does not rest.')),
});
export type PoolAddress = Static<typeof PoolAddress>;
