import type { Query } from '@hostler/database';
import type { Server } from '../hosting/index.ts';
import { parseDomainName } from './domain-name.ts';
import { errors } from './errors.ts';
import type { ZoneRecord } from './records/records.ts';
import { addressesOf } from './servers.ts';
import { findDomain, findDomainByName, type ZoneRow } from './store.ts';
import { isTaking, namesOf } from './zone.ts';

/**
 * Returns the zone of the account in which a name can follow the server, or null if the account has none for it. Throws
 * CONFLICT if the name already leads elsewhere: the customer's records are never replaced.
 */
export function* findPlace(accountId: number, name: string, server: Server): Query<number | null> {
  const zone = yield* findZone(accountId, name);
  if (!zone) return null;
  const own = (JSON.parse(zone.records) as ZoneRecord[]).filter((record) => record.name === name && isTaking(record));
  const addresses = addressesOf(server);
  if (own.some(({ content }) => !addresses.has(content))) throw errors.name_has_records({ name, domain: zone.domain });
  const { hosting_id } = zone;
  if (own.length === 0 && hosting_id !== null && hosting_id !== server.id && namesOf(zone.domain).includes(name)) {
    throw errors.name_follows_another({ name });
  }
  return zone.id;
}

/** Returns the zone of the account that a name belongs to. */
export function* findZone(accountId: number, name: string): Query<ZoneRow | undefined> {
  const parsed = parseDomainName(name);
  for (const candidate of parsed ? [parsed.name, ...parsed.ancestors] : []) {
    const found = yield* findDomainByName(accountId, candidate);
    if (found) return yield* findDomain(accountId, found.id);
  }
  return undefined;
}
