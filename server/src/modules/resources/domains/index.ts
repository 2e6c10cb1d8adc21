import type { Database } from '@hostler/database';
import type { DnsDriver } from '#engines/dns/driver.ts';
import type { FindTexts } from '#kernel/net/txt-records.ts';
import type { Module } from '#program/module.ts';
import type { OnSuspensionChange } from '../../identity/accounts/index.ts';
import { createDomainActions } from './actions.ts';
import { proveClaims } from './claims/jobs.ts';
import { domainCommands } from './commands.ts';
import type { Companion } from './companion.ts';
import { ZoneGuests } from './guests.ts';
import { keepZones } from './jobs.ts';
import { migrations } from './migrations.ts';
import { createDomainOperatorService, type DomainOperatorService } from './operator-service.ts';
import { findPlace, findZone } from './places.ts';
import { recordRoutes } from './records/routes.ts';
import { domainRoutes } from './routes.ts';
import type { ServerDirectory } from './servers.ts';
import { createDomainService, type DomainService } from './service.ts';
import { domainsLimit, listZoneIds, recordsLimit } from './store.ts';
import { createDomainView } from './view.ts';

export type { Companion } from './companion.ts';
export { type DomainDirectory, domainDirectory, type OwnedDomain } from './directory.ts';
export { parseDomainName } from './domain-name.ts';
export type { ZoneRecord } from './records/records.ts';
export type { NewRecord } from './records/schemas.ts';
export { formatText } from './records/text-content.ts';
export type { DomainOperatorService, DomainService };

interface Dependencies {
  db: Database;
  dns: DnsDriver;
  servers: ServerDirectory;
  /** The mail of domains. */
  companion: Companion;
  nameservers: readonly string[];
  /** Looks up ownership proofs. If undefined, no proof is required. */
  findTexts: FindTexts | undefined;
}

/** Lets names in the zones of an account follow its servers. */
export interface NamePlaces {
  findPlace: typeof findPlace;
  findZone: typeof findZone;
  republish: DomainService['republish'];
  register: ZoneGuests['register'];
}

interface DomainsModule extends Module {
  places: NamePlaces;
  onSuspensionChange: OnSuspensionChange;
  customer: { domains: DomainService };
  operator: { domains: DomainOperatorService };
}

export function domainsModule({ db, dns, servers, companion, nameservers, findTexts }: Dependencies): DomainsModule {
  const view = createDomainView(nameservers);
  const guests = new ZoneGuests();
  const sources = { servers, companion, guests };
  const actions = createDomainActions({ db, dns, sources, nameservers });
  const domains = createDomainService({ actions, sources, view, asksForProof: findTexts !== undefined });
  const operator = { domains: createDomainOperatorService({ view }) };
  return {
    name: 'domains',
    tag: 'Domains and their DNS zones.',
    migrations,
    limits: [domainsLimit, recordsLimit],
    routes: [...domainRoutes(domains, view), ...recordRoutes(domains)],
    actions: Object.values(actions),
    retries: { 'domain.create': { retry: domains.retryZone }, 'domain.update': { retry: domains.retryZone } },
    customer: { domains },
    places: { findPlace, findZone, republish: domains.republish, register: (list) => guests.register(list) },
    // Zones that are being changed right now follow with the upkeep.
    *onSuspensionChange(accountId, { before, after }, now) {
      if (Boolean(before?.withDns) === Boolean(after?.withDns)) return;
      for (const id of yield* listZoneIds(accountId)) yield* domains.republish(accountId, id, now);
    },
    operator,
    commands: domainCommands({ db, ...operator }),
    recurring: [
      keepZones({ db, dns, sources, nameservers, domains }),
      proveClaims({ db, claims: domains.claims, findTexts }),
    ],
  };
}
