import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readRecipe } from '../../server/src/modules/resources/applications/recipes/read-recipe.ts';
import {
  makeReady,
  type ReadyRecipe,
  type ReadyRecipes,
} from '../../server/src/modules/resources/applications/recipes/ready-recipes.ts';

const FOLDER = new URL('../../server/recipes/', import.meta.url);

/** Returns all recipes of the package. A broken one is left out; the server reports it. */
export function readyRecipes(): ReadyRecipes {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
  return Object.fromEntries(files.flatMap((name) => readOne(name.slice(0, -'.yaml'.length))));
}

function readOne(slug: string): [string, ReadyRecipe][] {
  const text = readFileSync(fileURLToPath(new URL(`${slug}.yaml`, FOLDER)), 'utf8');
  const reading = readRecipe(text, slug);
  return 'recipe' in reading ? [[slug, makeReady(text, reading.recipe)]] : [];
}
