import { join } from 'node:path';
import type { EngineHealth } from '../../../engines/engine.ts';
import type { Logger } from '../../../kernel/log.ts';
import { PACKAGE_FOLDER } from '../../../kernel/package-folder.ts';
import type { Module } from '../../../module.ts';
import type { Servers } from '../hosting/index.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { createCatalogService } from './catalog/service.ts';
import { checkRecipes } from './health.ts';
import { RecipeBook } from './recipes/recipe-book.ts';

interface Dependencies {
  log: Logger;
  servers: Servers;
  /** The operator's own recipes. */
  recipeDir: string;
}

interface ApplicationsModule extends Module {
  /** How the recipes are, for `doctor`. */
  check(): Promise<EngineHealth>;
}

const SHIPPED_RECIPES = join(PACKAGE_FOLDER, 'recipes');

export function applicationsModule({ log, servers, recipeDir }: Dependencies): ApplicationsModule {
  const book = new RecipeBook({ folders: [SHIPPED_RECIPES, recipeDir], log });
  const catalog = createCatalogService({ book, servers });
  return {
    name: 'applications',
    tag: 'Software on a VPS, installed by recipes.',
    routes: catalogRoutes(catalog),
    check: async () => checkRecipes(book),
  };
}
