import { plural, t } from '@lingui/core/macro';
import type { PoolAddress } from '#operator/generated/types.gen.ts';
import { formatNumber } from '#parts/numbers.ts';
import type { Tone } from '#parts/status.tsx';

/** From here the exact number says nothing: no pool of IPv6 is ever used up. */
const COUNTLESS = 1_000_000_000;

export const STATUSES: Readonly<Record<PoolAddress['status'], { label: string; tone: Tone }>> = {
  assigned: { label: t`Assigned`, tone: 'good' },
  reserved: { label: t`Reserved`, tone: 'wait' },
  resting: { label: t`Resting`, tone: 'idle' },
};

export const texts = {
  title: t`Address pools`,
  description: t`Networks that new servers get fixed addresses from. Existing servers keep their addresses.`,
  search: t`Search by network, region or node`,
  network: t({ message: 'Network', context: 'of addresses' }),
  region: t`Region`,
  node: t`Node`,
  allNodes: t`All nodes`,
  used: t`Assigned`,
  free: t`Free`,
  reserved: t`Reserved`,
  resting: t`Resting`,
  share: (used: number, all: number) => t`${formatCount(used)} of ${formatCount(all)} addresses are in use`,
  empty: t`There are no pools, so the engine chooses the addresses of servers. Create a pool to give them fixed ones.`,
  create: t`Create pool`,
  createTitle: t`Create an address pool`,
  createText: t`New servers of the region get an address of the pool. On LXD and Incus, the bridge must contain the network, and its DHCP ranges must be outside.`,
  networkHint: t`Like 203.0.113.0/24 or 2001:db8:1::/64.`,
  gateway: t`Gateway`,
  gatewayHint: t`Usually an address inside the network. No server gets it.`,
  nodeHint: t`Only servers on this node use the pool.`,
  created: t`The pool is created. New servers of its region get its addresses.`,
  notFound: t`Pool not found`,
  addresses: t`Addresses of the pool`,
  addressesText: t`Addresses that were used or reserved. All others are free.`,
  searchAddresses: t`Search by address, note or reverse name`,
  noAddresses: t`All addresses are free. No server of the pool was created yet.`,
  address: t`Address`,
  server: t`Server or note`,
  customer: t`Customer`,
  status: t`Status`,
  until: t`Rests until`,
  freeAgain: t`Free again`,
  history: t`History`,
  openServer: t`Open server`,
  reserve: t`Reserve addresses`,
  reserveText: t`No server gets a reserved address. Use it for routers, or for the DHCP range of the bridge.`,
  first: t`Address`,
  last: t`Last address of a range`,
  lastHint: t`Empty: only one address. At most 1,024.`,
  reason: t`Note, for colleagues`,
  reservedDone: (count: number) =>
    plural(count, { one: 'The address is reserved.', other: '# addresses are reserved.' }),
  release: t`End reservation`,
  releaseTitle: (address: string) => t`End the reservation of ${address}?`,
  releaseText: t`A new server can get the address immediately.`,
  released: (address: string) => t`${address} is free.`,
  remove: t`Remove pool`,
  removeTitle: (network: string) => t`Remove ${network}?`,
  removeText: t`New servers get no addresses of this network any more. This is possible only without assigned or reserved addresses.`,
  removed: t`The pool is removed.`,
};

export function formatCount(count: number): string {
  return count >= COUNTLESS ? t`> 1 billion` : formatNumber(count);
}
