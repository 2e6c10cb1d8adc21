import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from './server.ts';

/** Fields of a test recipe beyond the common header. */
export interface TestRecipe {
  slug: string;
  single?: boolean;
  needs?: object;
  parameters?: readonly object[];
  url?: string;
  steps?: readonly object[];
  health?: object;
  https?: object;
  removal?: readonly object[];
}

/** Writes a recipe as JSON, which is valid YAML. */
export function writeRecipe(folder: string, recipe: TestRecipe): void {
  const whole = {
    name: recipe.slug.toUpperCase(),
    version: '1.0',
    summary: 'For a test.',
    icon: { viewBox: '0 0 24 24', color: '#009639', paths: ['M4 4h16v16H4z'] },
    categories: ['test'],
    steps: [{ name: 'Do nothing', script: 'true' }],
    health: { script: 'true', retries: 1 },
    removal: [{ name: 'Undo nothing', script: 'true' }],
    ...recipe,
  };
  writeFileSync(join(folder, `${recipe.slug}.yaml`), JSON.stringify(whole, null, 2));
}

/** Creates a running VPS. */
export async function makeServer(
  server: TestServer,
  account_id: number,
  hostname = 'apps.example.com',
): Promise<number> {
  const { id } = await server.finish(server.operator.hosting.create({ account_id, hostname }));
  return id;
}
