import type { DnsDriver } from '../../../engines/dns/driver.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { FindTexts } from '../../../kernel/net/txt-records.ts';
import type { Module } from '../../../module.ts';
import { createDomainActions } from './actions.ts';
import { proveClaims } from './claims/jobs.ts';
import { keepZones } from './jobs.ts';
import { migrations } from './migrations.ts';
import { recordRoutes } from './records/routes.ts';
import { domainRoutes } from './routes.ts';
import type { ServerDirectory } from './servers.ts';
import { createDomainService } from './service.ts';
import { domainsLimit, recordsLimit } from './store.ts';
import { createDomainView } from './view.ts';

interface Dependencies {
  db: Database;
  dns: DnsDriver;
  servers: ServerDirectory;
  nameservers: readonly string[];
  /** Looks up the proofs of owners; where there is none, no proof is asked for. */
  findTexts: FindTexts | undefined;
}

export function domainsModule({ db, dns, servers, nameservers, findTexts }: Dependencies): Module {
  const view = createDomainView(nameservers);
  const actions = createDomainActions({ db, dns, servers, nameservers });
  const domains = createDomainService({ actions, servers, view, asksForProof: findTexts !== undefined });
  return {
    name: 'domains',
    tag: 'Domains and their zones.',
    migrations,
    limits: [domainsLimit, recordsLimit],
    routes: [...domainRoutes(domains, view), ...recordRoutes(domains)],
    actions: Object.values(actions),
    recurring: [
      keepZones({ db, dns, servers, nameservers, domains }),
      proveClaims({ db, claims: domains.claims, findTexts }),
    ],
  };
}
