import { foldForSearch, type Page, type PageRequest, type Query } from '@hostler/database';
import type { Servers } from '../../hosting/index.ts';
import type { HttpsService } from '../https/service.ts';
import { explainMisfit } from '../recipes/needs.ts';
import type { Recipe } from '../recipes/recipe.ts';
import type { RecipeBook } from '../recipes/recipe-book.ts';

export type CatalogService = ReturnType<typeof createCatalogService>;

interface Dependencies {
  book: RecipeBook;
  servers: Pick<Servers, 'find'>;
  https: Pick<HttpsService, 'isOffered'>;
}

export function createCatalogService({ book, servers, https }: Dependencies) {
  /** Lists all recipes, or those that fit one server, by name. */
  function* list(
    accountId: number,
    { page, per_page, sort, search }: PageRequest,
    hostingId?: number,
  ): Query<Page<Recipe>> {
    const server = hostingId === undefined ? undefined : yield* servers.find(accountId, hostingId);
    const wanted = foldForSearch(search ?? '');
    const found = book
      .list()
      .filter((recipe) => textOf(recipe).includes(wanted) && (!server || explainMisfit(recipe, server) === undefined));
    // `desc` is the default order, and names are read from A to Z by default.
    const ordered = sort === 'asc' ? found.reverse() : found;
    return {
      items: ordered.slice((page - 1) * per_page, page * per_page),
      total: found.length,
      examined: found.length,
    };
  }

  /** Returns a digest that changes with the recipes. */
  function readEdition(): string {
    return book.edition;
  }

  return { list, readEdition, offersHttps: https.isOffered };
}

function textOf({ slug, name, summary, categories }: Recipe): string {
  return foldForSearch(slug, name, summary, ...categories);
}
