import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createLogger } from '../../server/src/kernel/log.ts';
import { readReady } from '../../server/src/modules/resources/applications/recipes/ready-recipes.ts';
import { RecipeBook } from '../../server/src/modules/resources/applications/recipes/recipe-book.ts';

it('the build contains all recipes of the package, as they are read from their files', () => {
  const program = process.env.HOSTLER_ACCEPTANCE_PROGRAM ?? '';
  const ready = readReady(join(program, '..'));
  const folders = [fileURLToPath(new URL('../../server/recipes', import.meta.url))];
  const log = createLogger('silent');
  const read = new RecipeBook({ folders, log, readReady: () => ({}) });
  expect(Object.keys(ready).sort()).toEqual(
    read
      .list()
      .map(({ slug }) => slug)
      .sort(),
  );
  const built = new RecipeBook({ folders, log, readReady: () => ready });
  expect(built.list()).toEqual(read.list());
  expect(built.edition).toBe(read.edition);
  expect(built.find('nginx')).toBe(ready.nginx?.recipe);
});
