import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../../kernel/crypto.ts';
import type { Recipe } from './recipe.ts';

/** A recipe as it is read from a file of this content. */
export interface ReadyRecipe {
  readonly digest: string;
  readonly recipe: Recipe;
}

/** By slug. */
export type ReadyRecipes = Readonly<Record<string, ReadyRecipe>>;

export const READY_FILE = 'recipes.json';

/**
 * The recipes of the package, read when it was built: the library that reads YAML, and reading with it, would take a tenth
 * of a second out of everybody's time. There are none beside the sources.
 */
export function readReady(folder: string = import.meta.dirname): ReadyRecipes {
  try {
    return JSON.parse(readFileSync(join(folder, READY_FILE), 'utf8'));
  } catch {
    return {};
  }
}

export function makeReady(text: string, recipe: Recipe): ReadyRecipe {
  return { digest: sha256(text), recipe };
}

/** Not where the file was changed since. */
export function findReady(ready: ReadyRecipes, slug: string, text: string): Recipe | undefined {
  const found = Object.hasOwn(ready, slug) ? ready[slug] : undefined;
  return found?.digest === sha256(text) ? found.recipe : undefined;
}
