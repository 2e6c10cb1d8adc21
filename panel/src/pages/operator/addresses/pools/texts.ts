import type { PoolAddress } from '#operator/generated/types.gen.ts';
import { formatNumber } from '#parts/numbers.ts';
import type { Tone } from '#parts/status.tsx';

/** From here the exact number says nothing: no pool of IPv6 is ever used up. */
const COUNTLESS = 1_000_000_000;

export const STATUSES: Readonly<Record<PoolAddress['status'], { label: string; tone: Tone }>> = {
  assigned: { label: 'Assigned', tone: 'good' },
  reserved: { label: 'Reserved', tone: 'wait' },
  resting: { label: 'Resting', tone: 'idle' },
};

export const texts = {
  title: 'Address pools',
  description: 'Networks that new servers get fixed addresses from. Existing servers keep their addresses.',
  search: 'Search by network, region or node',
  network: 'Network',
  region: 'Region',
  node: 'Node',
  allNodes: 'All nodes',
  used: 'Assigned',
  free: 'Free',
  reserved: 'Reserved',
  resting: 'Resting',
  share: (used: number, all: number) => `${formatCount(used)} of ${formatCount(all)} addresses are in use`,
  empty: 'There are no pools, so the engine chooses the addresses of servers. Create a pool to give them fixed ones.',
  create: 'Create pool',
  createTitle: 'Create an address pool',
  createText:
    'New servers of the region get an address of the pool. On LXD and Incus, the bridge must contain the network, and its DHCP ranges must be outside.',
  networkHint: 'Like 203.0.113.0/24 or 2001:db8:1::/64.',
  gateway: 'Gateway',
  gatewayHint: 'An address inside the network. No server gets it.',
  nodeHint: 'Only servers on this node use the pool.',
  created: 'The pool is created. New servers of its region get its addresses.',
  notFound: 'Pool not found',
  addresses: 'Addresses of the pool',
  addressesText: 'Addresses that were used or reserved. All others are free.',
  searchAddresses: 'Search by address, note or reverse name',
  noAddresses: 'All addresses are free. No server of the pool was created yet.',
  address: 'Address',
  server: 'Server or note',
  customer: 'Customer',
  status: 'Status',
  until: 'Rests until',
  freeAgain: 'Free again',
  history: 'History',
  openServer: 'Open server',
  reserve: 'Reserve addresses',
  reserveText: 'No server gets a reserved address. Use it for routers, or for the DHCP range of the bridge.',
  first: 'Address',
  last: 'Last address of a range',
  lastHint: 'Empty: only one address. At most 1,024.',
  reason: 'Note, for colleagues',
  reservedDone: (count: number) => (count === 1 ? 'The address is reserved.' : `${count} addresses are reserved.`),
  release: 'End reservation',
  releaseTitle: (address: string) => `End the reservation of ${address}?`,
  releaseText: 'A new server can get the address at once.',
  released: (address: string) => `${address} is free.`,
  remove: 'Remove pool',
  removeTitle: (network: string) => `Remove ${network}?`,
  removeText:
    'New servers get no addresses of this network any more. This is possible only without assigned or reserved addresses.',
  removed: 'The pool is removed.',
};

export function formatCount(count: number): string {
  return count >= COUNTLESS ? 'over 1 billion' : formatNumber(count);
}
