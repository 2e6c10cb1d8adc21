import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { VpsDriver } from '../../server/src/engines/vps/driver.ts';
import { createLogger } from '../../server/src/kernel/log.ts';
import { toEnvironment } from '../../server/src/modules/resources/applications/recipes/parameters.ts';
import type { Recipe } from '../../server/src/modules/resources/applications/recipes/recipe.ts';
import { RecipeBook } from '../../server/src/modules/resources/applications/recipes/recipe-book.ts';
import { describeWithService } from '../../testing/describe-with-service.ts';
import { openProject, type TestEngine } from '../../testing/engines/incus.ts';

const folder = fileURLToPath(new URL('../../server/recipes', import.meta.url));
const recipes = new RecipeBook({ folders: [folder], log: createLogger('silent') }).list();
const STUB = readFileSync(new URL('../../testing/engines/debian-stub.sh', import.meta.url));
/** Programs of Debian that BusyBox does not have, or that would need more than it has. Packages add others. */
const PROGRAMS = [
  ...['apt-get', 'apt-mark', 'apt-cache', 'dpkg-query', 'systemctl', 'useradd', 'userdel', 'runuser'],
  ...['comm', 'install'],
];
/** Programs that the shell of BusyBox would not look for elsewhere, because it has its own. */
const REPLACED = ['dpkg', 'tar', 'ip', 'chown'];
const FUNCTIONS = REPLACED.map((program) => `${program}() { /usr/bin/${program} "$@"; }\n`).join('');
const SECRET = 'correct-horse-battery';

// The scripts name paths such as /etc and /usr, so they never run outside a container.
describeWithService('lxd', 'the scripts of the shipped recipes, in an LXD container with stubs', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let name: string;
  const project = openProject(url);

  beforeAll(() => {
    ({ engine, driver } = project);
  });
  afterAll(() => engine.removeProject());
  beforeEach(async () => {
    name = `vps-${randomUUID().slice(0, 8)}`;
    await driver.create({ ...project.spec, name });
    await engine.writeFile(name, '/usr/bin/stub', STUB);
    const links = [...PROGRAMS, ...REPLACED].map((program) => `ln -s stub /usr/bin/${program}`);
    const folders = 'mkdir -p /usr/local/bin /usr/share /etc/systemd/system /var/lib /var/stub/units /var/stub/active';
    const users = 'echo www-data:x:33:33::/:/bin/sh >> /etc/passwd; echo www-data:x:33: >> /etc/group';
    const { exitCode, stderr } = await run(
      ['chmod 755 /usr/bin/stub', folders, 'echo base-files > /var/stub/packages', users, ...links].join('\n'),
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });
  afterEach(() => driver.destroy(name));

  const run = (script: string, environment: Record<string, string> = {}) =>
    driver.execute(name, ['/bin/sh', '-eu', '-c', `${FUNCTIONS}${script}`], { timeoutMs: 100_000, environment });
  const succeed = async (script: string, environment: Record<string, string>) => {
    const { exitCode, stdout, stderr } = await run(script, environment);
    expect(exitCode, `${script}\n${stdout}${stderr}`).toBe(0);
    expect(stdout + stderr).not.toContain(SECRET);
  };
  /** Returns everything that a recipe could leave behind. `/etc/motd` is restored, if only as an empty file. */
  const readAll = async () => {
    const files = 'find / -xdev ! -path "/var/stub/a*" ! -path /etc/motd ! -path "/run/*" ! -path "/dev/*"';
    const { stdout } = await run(
      `${files} ! -path "/proc/*" ! -path "/sys/*" ! -type d | sort; cat /etc/passwd /etc/group /var/stub/packages`,
    );
    return stdout;
  };

  const given = (recipe: Recipe, withSecrets: boolean) =>
    Object.fromEntries(
      recipe.parameters
        .filter(({ type }) => withSecrets || type !== 'secret')
        .map(({ name: parameter, type, default: usual }) => {
          const example = type === 'secret' ? SECRET : parameter === 'email' ? 'you@example.com' : null;
          return [parameter, usual ?? example];
        }),
    );
  const environmentOf = (recipe: Recipe, withSecrets: boolean) => ({
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    ...{ SERVER_HOSTNAME: 'a.test', SERVER_IPV4: '192.0.2.7', SERVER_IPV6: '', SERVER_MEMORY_MB: '2048' },
    HTTPS_FOLDER: '/var/lib/hostler/https-1',
    ...toEnvironment(given(recipe, withSecrets)),
  });

  it.each(recipes.map((recipe) => [recipe.slug, recipe] as const))(
    '%s installs, can be installed twice, and leaves nothing behind after removal',
    async (_slug, recipe) => {
      const before = await readAll();
      const environment = environmentOf(recipe, true);
      for (const _time of ['once', 'again']) {
        for (const { script, check } of recipe.steps) {
          if (check !== null && (await run(check, environment)).exitCode === 0) continue;
          await succeed(script, environment);
        }
        await succeed(recipe.health.script, environment);
        if (recipe.https) await succeed(recipe.https.script, environment);
      }
      expect(await readAll()).not.toBe(before);
      for (const { script } of [...recipe.removal, ...recipe.removal]) {
        await succeed(script, environmentOf(recipe, false));
      }
      expect(await readAll()).toBe(before);
    },
  );
});
