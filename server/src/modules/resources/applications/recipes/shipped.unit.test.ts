import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OUTPUTS } from '#engines/vps/simulated-steps/outcomes.ts';
import { createLogger } from '#kernel/log.ts';
import { PACKAGE_FOLDER } from '#kernel/package-folder.ts';
import { RecipeBook } from './recipe-book.ts';

const book = new RecipeBook({ folders: [join(PACKAGE_FOLDER, 'recipes')], log: createLogger('silent') });
const recipes = book.list();

describe('shipped recipes', () => {
  it('include the expected slugs, have distinct icons, and are all tested except wireguard', () => {
    const wanted = ['nginx', 'caddy', 'postgresql', 'docker', 'wordpress', 'nextcloud', 'gitea', 'wireguard'];
    expect(recipes.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining([...wanted, 'static-page', 'welcome-message']),
    );
    expect(new Set(recipes.map(({ icon }) => icon.paths.join())).size).toBe(recipes.length);
    expect(recipes.flatMap(({ slug, tested }) => (tested === 'not run' ? [slug] : []))).toEqual(['wireguard']);
  });

  it('are known to the simulated engine, with the names of their steps', () => {
    const steps = recipes.flatMap(({ slug, steps, removal }) => [...steps, ...removal].map(({ name }) => [slug, name]));
    expect(Object.keys(OUTPUTS).sort()).toEqual(recipes.map(({ slug }) => slug).sort());
    for (const [slug, outputs] of Object.entries(OUTPUTS)) {
      for (const name of Object.keys(outputs)) expect(steps).toContainEqual([slug, name]);
    }
  });
});
