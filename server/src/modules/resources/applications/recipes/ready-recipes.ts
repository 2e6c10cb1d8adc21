import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#kernel/crypto.ts';
import type { Recipe } from './recipe.ts';

/** A parsed recipe with the digest of its file. */
export interface ReadyRecipe {
  readonly digest: string;
  readonly recipe: Recipe;
}

/** Parsed recipes by slug. */
export type ReadyRecipes = Readonly<Record<string, ReadyRecipe>>;

export const READY_FILE = 'recipes.json';

/**
 * Returns the recipes of the package, parsed at build time. Loading the YAML library and parsing takes a tenth of a
 * second at every start. Empty when running from source.
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

/** Returns undefined if the file has changed since the build. */
export function findReady(ready: ReadyRecipes, slug: string, text: string): Recipe | undefined {
  const found = Object.hasOwn(ready, slug) ? ready[slug] : undefined;
  return found?.digest === sha256(text) ? found.recipe : undefined;
}
