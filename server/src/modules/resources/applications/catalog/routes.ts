import { viewPage } from '@hostler/database';
import { list, type Route } from '#kernel/http/route.ts';
import { CatalogEntry, CatalogFilters } from './schemas.ts';
import type { CatalogService } from './service.ts';
import { viewEntry } from './view.ts';

export function catalogRoutes(catalog: CatalogService): Route[] {
  return [
    list({
      path: '/applications/catalog',
      access: 'applications.read',
      summary: 'List the application catalog',
      description:
        'Lists the applications that can be installed, in alphabetical order; `sort=asc` reverses the order. `search` matches the slug, the name, the summary and the categories.',
      item: CatalogEntry,
      statuses: [],
      filters: CatalogFilters,
      errors: ['NOT_FOUND'],
      edition: catalog.readEdition,
      *handle({ caller, query }, page) {
        const found = yield* catalog.list(caller.account.id, page, query.hosting_id);
        return viewPage(found, (recipe) => viewEntry(recipe, catalog.offersHttps));
      },
    }),
  ];
}
