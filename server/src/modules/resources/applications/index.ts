import { join } from 'node:path';
import type { Database, Query } from '@hostler/database';
import type { CertificateDriver } from '#engines/certificates/driver.ts';
import type { DnsDriver } from '#engines/dns/driver.ts';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { Vault } from '#kernel/crypto.ts';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { LookUp } from '#kernel/net/dns-records.ts';
import { PACKAGE_FOLDER } from '#kernel/package-folder.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import type { NamePlaces } from '../domains/index.ts';
import type { Servers } from '../hosting/index.ts';
import { createApplicationActions, RESOURCE } from './actions.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { createCatalogService } from './catalog/service.ts';
import { applicationCommands } from './commands.ts';
import { checkRecipes } from './health.ts';
import { createCertifyAction } from './https/actions.ts';
import { createNoteFailure } from './https/failures.ts';
import { certifyApplications } from './https/jobs.ts';
import { createNameCheck } from './https/name-check.ts';
import { certificatesLimit } from './https/requests.ts';
import { requestRetention } from './https/retention.ts';
import { createHttpsService } from './https/service.ts';
import { listGuests } from './https/store.ts';
import { reportSwitchedOff } from './https/switched-off/jobs.ts';
import { migrations } from './migrations.ts';
import { type ApplicationOperatorService, createApplicationOperatorService } from './operator-service.ts';
import { RecipeBook } from './recipes/recipe-book.ts';
import { applicationRoutes } from './routes.ts';
import { type ApplicationService, createApplicationService, serialKeyOf } from './service.ts';
import { applicationsLimit, underWayLimit } from './store.ts';

export type { ApplicationOperatorService, ApplicationService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  vault: Vault;
  vps: VpsDriver;
  servers: Servers;
  /** Returns the account of a server, for staff. */
  findOwner(hostingId: number): Query<number>;
  /** Folder of the operator's own recipes. */
  recipeDir: string;
  certificates: CertificateDriver | 'off' | 'simulated';
  places: NamePlaces;
  dns: Pick<DnsDriver, 'readZone'>;
  /** Undefined in a simulation. */
  lookUp: LookUp | undefined;
  customerMail: CustomerMail;
  staffMail: StaffMail;
  links: Links;
}

interface ApplicationsModule extends Module {
  operator: { applications: ApplicationOperatorService };
  customer: { applications: ApplicationService };
}

const SHIPPED_RECIPES = join(PACKAGE_FOLDER, 'recipes');

export function applicationsModule(dependencies: Dependencies): ApplicationsModule {
  const { db, clock, log, vault, vps, servers, findOwner, recipeDir, certificates, places } = dependencies;
  const book = new RecipeBook({ folders: [SHIPPED_RECIPES, recipeDir], log });
  const https = createHttpsService({ isOffered: certificates !== 'off', places });
  const actions = createApplicationActions({ db, clock, vps, servers, vault, https });
  const applications = createApplicationService({ actions, book, servers, vault, vps, https });
  const noteFailure = createNoteFailure(dependencies);
  const certify =
    certificates === 'off'
      ? undefined
      : createCertifyAction({ db, clock, vps, servers, resource: RESOURCE, certificates, noteFailure });
  const explainAstray = certificates === 'simulated' ? undefined : createNameCheck(dependencies);
  places.register(listGuests);
  const operator = createApplicationOperatorService({ clock, book, applications, findOwner });
  servers.follow({
    restored: applications.followRestore,
    rebuilt: applications.followRebuild,
    terminated: applications.followEnd,
  });
  return {
    name: 'applications',
    tag: 'Applications on a VPS and the catalog of applications.',
    migrations,
    limits: [applicationsLimit, underWayLimit, certificatesLimit],
    forgets: [requestRetention],
    routes: [...applicationRoutes(applications), ...catalogRoutes(createCatalogService({ book, servers, https }))],
    actions: [...Object.values(actions), ...(certify ? [certify] : [])],
    recurring: [
      certify
        ? certifyApplications({ db, servers, certify, noteFailure, explainAstray, serialKeyOf })
        : reportSwitchedOff(dependencies),
    ],
    retries: {
      'application.install': { instead: 'Its passwords were erased. Have the customer install it again.' },
      'application.remove': { retry: applications.remove },
      'application.certify': { instead: 'It is tried again by itself; see next_attempt_at of the application.' },
    },
    // Log broken recipes at startup, before they are requested.
    services: [{ start: () => book.tellOfBroken(recipeDir), stop: async () => {} }],
    checks: [{ name: 'recipes', check: async () => checkRecipes(book) }],
    commands: applicationCommands({ db, applications: operator }),
    operator: { applications: operator },
    customer: { applications },
  };
}
