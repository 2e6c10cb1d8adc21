import { join } from 'node:path';
import type { Database, Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { Vault } from '#kernel/crypto.ts';
import type { Logger } from '#kernel/log.ts';
import { PACKAGE_FOLDER } from '#kernel/package-folder.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { Servers } from '../hosting/index.ts';
import { createApplicationActions } from './actions.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { createCatalogService } from './catalog/service.ts';
import { applicationCommands } from './commands.ts';
import { checkRecipes } from './health.ts';
import { migrations } from './migrations.ts';
import { type ApplicationOperatorService, createApplicationOperatorService } from './operator-service.ts';
import { RecipeBook } from './recipes/recipe-book.ts';
import { applicationRoutes } from './routes.ts';
import { type ApplicationService, createApplicationService } from './service.ts';
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
}

interface ApplicationsModule extends Module {
  operator: { applications: ApplicationOperatorService };
  customer: { applications: ApplicationService };
}

const SHIPPED_RECIPES = join(PACKAGE_FOLDER, 'recipes');

export function applicationsModule(dependencies: Dependencies): ApplicationsModule {
  const { db, clock, log, vault, vps, servers, findOwner, recipeDir } = dependencies;
  const book = new RecipeBook({ folders: [SHIPPED_RECIPES, recipeDir], log });
  const actions = createApplicationActions({ db, clock, vps, servers, vault });
  const applications = createApplicationService({ actions, book, servers, vault, vps });
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
    limits: [applicationsLimit, underWayLimit],
    routes: [...applicationRoutes(applications), ...catalogRoutes(createCatalogService({ book, servers }))],
    actions: Object.values(actions),
    retries: {
      'application.install': { instead: 'Its passwords were erased. Have the customer install it again.' },
      'application.remove': { retry: applications.remove },
    },
    // Log broken recipes at startup, before they are requested.
    services: [{ start: () => book.tellOfBroken(recipeDir), stop: async () => {} }],
    checks: [{ name: 'recipes', check: async () => checkRecipes(book) }],
    commands: applicationCommands({ db, applications: operator }),
    operator: { applications: operator },
    customer: { applications },
  };
}
