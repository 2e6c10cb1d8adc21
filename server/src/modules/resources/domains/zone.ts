import { createHash } from 'node:crypto';
import type { Query } from '@hostler/database';
import type { DnsZone } from '#engines/dns/driver.ts';
import { EngineError } from '#engines/engine.ts';
import { findSuspension } from '../../identity/accounts/index.ts';
import type { Server } from '../hosting/index.ts';
import type { Companion } from './companion.ts';
import type { GuestName, ZoneGuests } from './guests.ts';
import type { ZoneRecord } from './records/records.ts';
import { findAddresses, type ServerDirectory } from './servers.ts';

/** Content of a zone beside SOA and name servers. */
export interface ZonePlan {
  /**
   * Records that follow a VPS, at the domain itself and `www` and at the names of applications, and those of mail,
   * unless own records override them.
   */
  readonly managed: readonly ZoneRecord[];
  /** The customer's own records, without those whose VPS gave up the address: another customer may have it now. */
  readonly own: readonly ZoneRecord[];
}

/** Sources of the records that are not the customer's own. */
export interface ZoneSources {
  readonly servers: ServerDirectory;
  readonly companion: Companion;
  readonly guests: Pick<ZoneGuests, 'list'>;
}

interface Planned {
  readonly id: number;
  readonly domain: string;
  readonly hosting_id: number | null;
  /** JSON. */
  readonly records: string;
}

const TTL_SECONDS = 3600;
const MAX_NAME_LENGTH = 253;

/** Returns the records that the zone should have now. */
export function* planZone(accountId: number, zone: Planned, sources: ZoneSources): Query<ZonePlan> {
  if ((yield* findSuspension(accountId))?.withDns) return { managed: [], own: [] };
  const { servers, companion } = sources;
  const stored = JSON.parse(zone.records) as ZoneRecord[];
  const guests = yield* sources.guests.list(accountId, zone.id);
  const ids = new Set([zone.hosting_id, ...[...stored, ...guests].map(({ hosting_id }) => hosting_id)]);
  const addresses = new Map<number, ReadonlySet<string>>();
  for (const id of ids) if (id !== null) addresses.set(id, yield* findAddresses(accountId, id, servers));
  const own = stored.filter(({ hosting_id: id, content }) => id === null || addresses.get(id)?.has(content));
  const mail = yield* companion.listRecords(accountId, zone.id, own);
  return { managed: [...followServers(zone, guests, addresses, own), ...mail], own };
}

/**
 * An own address or alias replaces all server addresses at that name. A mixture would lead to two places, so each name
 * follows one server: that of the domain comes first.
 */
function followServers(
  { domain, hosting_id }: Planned,
  guests: readonly GuestName[],
  addresses: ReadonlyMap<number, ReadonlySet<string>>,
  own: readonly ZoneRecord[],
): ZoneRecord[] {
  const taken = new Set(own.filter(isTaking).map(({ name }) => name));
  const followed = hosting_id === null ? [] : namesOf(domain).map((name) => ({ name, hosting_id }));
  return [...followed, ...guests].flatMap(({ name, hosting_id }) => {
    if (taken.has(name)) return [];
    taken.add(name);
    return [...(addresses.get(hosting_id) ?? [])].map((content): ZoneRecord => {
      const type = content.includes(':') ? 'AAAA' : 'A';
      return { name, type, ttl: TTL_SECONDS, content, hosting_id };
    });
  });
}

/** Returns the names that follow the server of the domain. */
export function namesOf(domain: string): string[] {
  return [domain, `www.${domain}`].filter((name) => name.length <= MAX_NAME_LENGTH);
}

/** Returns whether a record decides where its name leads. */
export function isTaking({ type }: ZoneRecord): boolean {
  return ['A', 'AAAA', 'CNAME'].includes(type);
}

export function toDnsZone(domain: string, nameservers: readonly string[], { managed, own }: ZonePlan): DnsZone {
  const records = [...managed, ...own].map(({ name, type, ttl, content }) => ({ name, type, ttl, content }));
  return { domain, nameservers: [...nameservers], records };
}

/** Returns equal digests for equal zones. The order of records does not matter. */
export function digestZone({ nameservers, records }: DnsZone): string {
  const lines = records.map(({ name, type, ttl, content }) => `${name} ${ttl} ${type} ${content}`).sort();
  return createHash('sha256')
    .update(JSON.stringify([nameservers, lines]))
    .digest('base64url');
}

/** Throws while the server is still being created: the work waits for it. */
export function refuseWithoutAddress(server: Server | undefined): void {
  if (server?.status !== 'provisioning') return;
  throw new EngineError('unreachable', 'The server has no address yet.', { waits: true });
}

/** Work on one name runs in order, also across a removal and a new creation. */
export function zoneKey(domain: string): string {
  return `zone ${domain}`;
}
