import { viewPage } from '../../../../kernel/db/page.ts';
import { list, type Route } from '../../../../kernel/http/route.ts';
import { CatalogEntry, CatalogFilters } from './schemas.ts';
import type { CatalogService } from './service.ts';
import { viewEntry } from './view.ts';

export function catalogRoutes(catalog: CatalogService): Route[] {
  return [
    list({
      path: '/applications/catalog',
      access: 'applications.read',
      summary: 'List what can be installed',
      description:
        'The recipes of this service, by name; `sort=asc` begins at the end. The search looks at the slug, the name, the summary and the categories. With `hosting_id`, only what fits that VPS.',
      item: CatalogEntry,
      statuses: [],
      filters: CatalogFilters,
      errors: ['NOT_FOUND'],
      edition: catalog.readEdition,
      *handle({ caller, query }, page) {
        return viewPage(yield* catalog.list(caller.account.id, page, query.hosting_id), viewEntry);
      },
    }),
  ];
}
