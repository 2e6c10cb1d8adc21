import type { EngineHealth } from '#engines/engine.ts';
import type { RecipeBook } from './recipes/recipe-book.ts';

/** Problems listed by `doctor`. The others are listed once these are fixed. */
const MOST_TOLD = 10;

/** Reports the state of the recipes to the operator. Broken recipes are left out of the catalog and named here. */
export function checkRecipes(book: RecipeBook): EngineHealth {
  const broken = book.listBroken();
  const count = book.list().length;
  const detail = `${count} ${count === 1 ? 'recipe' : 'recipes'} can be installed`;
  if (broken.length === 0) return { reachable: true, version: null, detail, advice: null };
  const problems = broken.flatMap(({ file, problems }) =>
    problems.map(({ line, reason }) => `${file}:${line}: ${reason}`),
  );
  return {
    reachable: true,
    version: null,
    detail: `${detail}; ${broken.length} ${broken.length === 1 ? 'file is' : 'files are'} invalid and not in the catalog`,
    advice: `Fix ${problems.slice(0, MOST_TOLD).join('; ')}`,
  };
}
