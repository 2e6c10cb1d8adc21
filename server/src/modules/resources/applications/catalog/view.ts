import type { Recipe } from '../recipes/recipe.ts';
import type { CatalogEntry } from './schemas.ts';

export function viewEntry({ health: _, removal, url, https, ...recipe }: Recipe, offersHttps: boolean): CatalogEntry {
  return {
    ...recipe,
    https: offersHttps && Boolean(https),
    parameters: recipe.parameters.map(({ hint: _, ...parameter }) => parameter),
    steps: recipe.steps.map(({ name }) => name),
  };
}
