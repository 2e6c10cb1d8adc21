import type { Query } from '@hostler/database';
import type { Server, Servers } from '../hosting/index.ts';
import { formatIpv6 } from './records/content.ts';
import type { ZoneRecord } from './records/records.ts';

/** The facts about servers that domains need. */
export type ServerDirectory = Pick<Servers, 'find' | 'list'>;

const PER_PAGE = 100;

/** Returns the current addresses of a server. A terminated server has none: another customer may have them now. */
export function* findAddresses(accountId: number, id: number, servers: ServerDirectory): Query<ReadonlySet<string>> {
  return addressesOf(yield* servers.find(accountId, id));
}

/** The account's VPS by address. */
export type Owners = ReadonlyMap<string, number>;

export function* listOwners(accountId: number, servers: ServerDirectory): Query<Owners> {
  const owners = new Map<string, number>();
  for (let page = 1, more = true; more; page += 1) {
    const { items } = yield* servers.list(accountId, { page, per_page: PER_PAGE, sort: 'asc' });
    for (const server of items) for (const address of addressesOf(server)) owners.set(address, server.id);
    more = items.length === PER_PAGE;
  }
  return owners;
}

/**
 * Stores the VPS of each address record. When the VPS is terminated, the zone drops the record, which would otherwise
 * point to the next holder of the address.
 */
export function bindRecords(records: readonly ZoneRecord[], owners: Owners): ZoneRecord[] {
  return records.map((record) => {
    const owner = isAddress(record) ? owners.get(record.content) : undefined;
    return { ...record, hosting_id: owner ?? record.hosting_id };
  });
}

export function isAddress({ type }: ZoneRecord): boolean {
  return type === 'A' || type === 'AAAA';
}

export function addressesOf({ status, ipv4, ipv6 }: Server): ReadonlySet<string> {
  if (status === 'terminated') return new Set();
  return new Set([...ipv4, ...ipv6.map((address) => formatIpv6(address) ?? address)]);
}
