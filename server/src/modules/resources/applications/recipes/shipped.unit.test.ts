import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import { createLogger } from '#kernel/log.ts';
import { PACKAGE_FOLDER } from '#kernel/package-folder.ts';
import { toEnvironment } from './parameters.ts';
import type { Recipe } from './recipe.ts';
import { RecipeBook } from './recipe-book.ts';

const book = new RecipeBook({ folders: [join(PACKAGE_FOLDER, 'recipes')], log: createLogger('silent') });
const recipes = book.list();

describe('shipped recipes', () => {
  let dir: string;
  let vps: VpsDriver;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hostler-shipped-'));
    vps = createSimulatedVps({ dir });
  });
  afterAll(() => rm(dir, { recursive: true }));

  const secret = 'correct-horse-battery';
  const given = (recipe: Recipe) =>
    Object.fromEntries(
      recipe.parameters.map(({ name, type, ...one }) => {
        const example = { secret, string: name === 'email' ? 'you@example.com' : '' }[type as 'secret' | 'string'];
        return [name, one.default ?? example ?? null];
      }),
    );

  it('include the expected slugs, have distinct icons, and are all tested except wireguard', () => {
    const wanted = ['nginx', 'caddy', 'postgresql', 'docker', 'wordpress', 'nextcloud', 'gitea', 'wireguard'];
    expect(recipes.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining([...wanted, 'static-page', 'welcome-message']),
    );
    expect(new Set(recipes.map(({ icon }) => icon.paths.join())).size).toBe(recipes.length);
    expect(recipes.flatMap(({ slug, tested }) => (tested === 'not run' ? [slug] : []))).toEqual(['wireguard']);
  });

  it.each(recipes.map((recipe) => [recipe.slug, recipe] as const))(
    '%s installs, can be installed twice, and leaves nothing behind after removal',
    async (slug, recipe) => {
      const size = { image: 'debian/13', vcpus: 1, memoryMb: 2048, diskGb: 20 };
      await vps.create({ name: slug, hostname: 'a.test', kind: 'container', sshKeys: [], ...size });
      const values = given(recipe);
      const facts = {
        SERVER_HOSTNAME: 'a.test',
        SERVER_IPV4: '192.0.2.7',
        SERVER_IPV6: '',
        SERVER_MEMORY_MB: '2048',
        HTTPS_FOLDER: '/var/lib/hostler/https-1',
      };
      const run = async (script: string, environment = { ...facts, ...toEnvironment(values) }) =>
        await vps.execute(slug, ['/bin/sh', '-eu', '-c', script], { timeoutMs: 10_000, environment });
      const install = async () => {
        for (const { script, check } of recipe.steps) {
          if (check !== null && (await run(check)).exitCode === 0) continue;
          const { exitCode, stdout, stderr } = await run(script);
          expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
          expect(stdout + stderr).not.toContain(secret);
        }
        expect(await run(recipe.health.script)).toMatchObject({ exitCode: 0 });
        if (recipe.https) expect(await run(recipe.https.script)).toMatchObject({ exitCode: 0 });
      };
      const read = async () => {
        const inside = await readFile(join(dir, 'machines', slug, 'inside.json'), 'utf8').catch(() => '{}');
        const { files = {}, packages = [], users = [] } = JSON.parse(inside);
        return { files: Object.keys(files).filter((path) => path !== '/etc/motd'), packages, users };
      };
      await install();
      await install();
      expect((await read()).files.length).toBeGreaterThan(slug === 'welcome-message' ? 0 : 1);
      // Removal runs without the secrets, and twice.
      const shown = Object.fromEntries(
        recipe.parameters.flatMap(({ name, type }) => (type === 'secret' ? [] : [[name, values[name] ?? null]])),
      );
      for (const { script } of [...recipe.removal, ...recipe.removal]) {
        expect(await run(script, { ...facts, ...toEnvironment(shown) })).toMatchObject({ exitCode: 0 });
      }
      expect(await read()).toEqual({ files: [], packages: [], users: [] });
    },
  );
});
