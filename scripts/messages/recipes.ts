import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { DeclaredText } from '../../panel/messages/declared.ts';
import { HEALTH_CHECK } from '../../server/src/modules/resources/applications/installing/install.ts';
import { readRecipe } from '../../server/src/modules/resources/applications/recipes/read-recipe.ts';
import type { Recipe } from '../../server/src/modules/resources/applications/recipes/recipe.ts';

const ROOT = new URL('../../', import.meta.url);
const FOLDER = 'server/recipes';

/** Returns the texts of the shipped recipes that people read. Scripts write English. */
export function readRecipeTexts(): DeclaredText[] {
  const files = globSync(`${FOLDER}/*.yaml`, { cwd: ROOT.pathname }).toSorted();
  const shipped = files.flatMap((file) => listTexts(load(file)).map((text) => ({ context: 'recipe', text, file })));
  const file = 'server/src/modules/resources/applications/installing/install.ts';
  return [...shipped, { context: 'recipe', text: HEALTH_CHECK, file }];
}

function load(file: string): Recipe {
  const reading = readRecipe(readFileSync(new URL(file, ROOT), 'utf8'), basename(file, '.yaml'));
  if ('problems' in reading) throw new Error(`${file}: ${reading.problems[0]?.reason}`);
  return reading.recipe;
}

function listTexts({
  name,
  version,
  summary,
  description,
  categories,
  parameters,
  ports,
  ...recipe
}: Recipe): string[] {
  return [
    name,
    // A number is the same in every language.
    ...(/\d/.test(version) ? [] : [version]),
    summary,
    description,
    ...categories,
    ...parameters.flatMap(({ label, description: about, hint }) =>
      [label, about, hint].filter((text) => text !== null),
    ),
    ...ports.map(({ purpose }) => purpose),
    ...[...recipe.steps, ...recipe.removal].map((step) => step.name),
  ];
}
