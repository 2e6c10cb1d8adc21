import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApplicationDetails } from '../../testing/api-types.ts';
import { describeWithService } from '../../testing/describe-with-service.ts';
import { writeRecipe } from '../../testing/server/recipes.ts';
import { runInside } from '../../testing/services/lxd-command.ts';
import { openWorld, type World } from '../world.ts';

describeWithService('lxd', 'applications in an LXD container without a network', (url) => {
  const project = `accept-${randomBytes(4).toString('hex')}`;
  const recipes = mkdtempSync(join(tmpdir(), 'hostler-recipes-'));
  let world: World;
  let hosting: number;

  beforeAll(async () => {
    // The second step hangs on its first run and records every run.
    const wait = 'echo turn >> /turns; if [ "$(wc -l < /turns)" -lt 2 ]; then sleep 3599; fi; echo "Went on."';
    writeRecipe(recipes, {
      slug: 'halfway',
      steps: [
        { name: 'Begin', script: 'echo begun >> /begun' },
        { name: 'Wait', script: wait },
      ],
      health: { script: 'test "$(wc -l < /begun)" = 1', retries: 1 },
      removal: [{ name: 'Clear away', script: 'rm -f /begun /turns' }],
    });
    writeRecipe(recipes, {
      slug: 'notes',
      single: false,
      parameters: [{ name: 'title', label: 'Title', type: 'string', multiline: true, max: 10_000 }],
      steps: [{ name: 'Write it down', script: 'printf "%s" "$PARAM_TITLE" > /title' }],
      removal: [{ name: 'Clear away', script: 'rm -f /title' }],
    });
    const settings = { HOSTLER_VPS_ENGINE: 'incus', HOSTLER_INCUS_URL: url, HOSTLER_INCUS_PROJECT: project };
    // Reconciliation between the two boots would find the machine stopped and end the installation.
    const unwatched = { HOSTLER_RECONCILE_EVERY_SECONDS: '3600' };
    world = await openWorld({ settings: { ...settings, ...unwatched, HOSTLER_RECIPE_DIR: recipes } });
    const size = ['--vcpus', 1, '--memory-mb', 128, '--disk-gb', 1, '--image', 'busybox'];
    await world.server.command('plan', 'create', '--name', 'real', '--price', 100, ...size);
    const order = ['--account', world.alpha.id, '--hostname', 'apps.test', '--plan', 'real', '--wait'];
    hosting = (await world.server.command<{ id: number }>('hosting', 'create', ...order)).id;
  });
  afterAll(async () => {
    await world.server.command('hosting', 'terminate', '--id', hosting, '--wait');
    await world.close();
    await lxc('project', 'delete', project);
    rmSync(recipes, { recursive: true });
  });

  async function lxc(...args: string[]): Promise<string> {
    const env = { ...process.env, LXD_DIR: dirname(url.replace(/^unix:/, '')) };
    return (await promisify(execFile)('lxc', args, { env })).stdout.trim();
  }
  const machine = () => `vps-${hosting}`;
  const exec = (...script: string[]) => lxc('exec', machine(), '--project', project, '--', ...script);
  const run = (script: string) => runInside(exec, script);

  async function install(slug: string, parameters: object = {}): Promise<number> {
    const body = { hosting_id: hosting, slug, parameters };
    const answer = await world.client.post('/applications', world.alpha.live, body);
    expect(answer.status).toBe(202);
    return answer.body.data.id;
  }
  const until = (id: number, condition: (found: ApplicationDetails) => boolean) =>
    world.client.until(`/applications/show?id=${id}`, world.alpha.live, condition);
  const untilInstalled = (id: number) =>
    until(id, ({ status, error }) => {
      expect(error).toBeNull();
      return status === 'running';
    });
  /** Waits until the hanging step is running. */
  const untilHalfway = async (id: number) => {
    await until(id, ({ steps }) => steps[1]?.status === 'running');
    while (!(await run('ps -o args | grep -c "^sleep 3599" || true')).startsWith('1'));
  };

  async function remove(id: number): Promise<void> {
    const { body } = await world.client.post('/applications/remove', world.alpha.live, { id });
    await world.client.until(
      `/actions/show?id=${body.data.action_id}&wait=30`,
      world.alpha.live,
      ({ status }) => status === 'succeeded',
    );
    expect((await world.client.get(`/applications/show?id=${id}`, world.alpha.live)).status).toBe(404);
  }

  test('a built-in recipe serves its page, and leaves no files after it is removed', async () => {
    const before = await run('find /srv /etc /var /run -type f 2>/dev/null | sort');
    const id = await install('static-page');
    await untilInstalled(id);
    expect(await run('wget -q -O - http://127.0.0.1:8080/')).toContain('Coming soon');
    await remove(id);
    expect(await run('find /srv /etc /var /run -type f 2>/dev/null | sort')).toBe(before);
    expect(await run('wget -q -O - http://127.0.0.1:8080/ || echo gone')).toContain('gone');
  });

  test.each([
    ['quotes', `'"\`'\\''"`],
    ['a command', '$(touch /hacked) `touch /hacked` ; touch /hacked & $IFS | > /hacked'],
    ['line breaks', 'one\ntwo\n; touch /hacked\n'],
    ['leading dashes', '-n -e --help'],
    ['other alphabets', 'Zürich 東京 👩‍🚀'],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('a parameter with %s reaches the script as text and never as a command', async (_what, title) => {
    const id = await install('notes', { title });
    await untilInstalled(id);
    expect(await run('base64 /title | tr -d "\\n"; ls /hacked 2> /dev/null || true')).toBe(
      Buffer.from(title).toString('base64'),
    );
    await remove(id);
  });

  test('an installation continues after the worker is killed during a step, and repeats no finished step', async () => {
    const id = await install('halfway');
    await untilHalfway(id);
    await world.server.crash();
    await world.server.restart();
    const { steps } = await untilInstalled(id);
    expect(steps.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(await run('wc -l < /begun; wc -l < /turns; ps -o args | grep -c "^sleep 3599" || true')).toBe('1\n2\n0');
    await remove(id);
  });

  test('an installation continues after the machine is rebooted during a step', async () => {
    const id = await install('halfway');
    await untilHalfway(id);
    await lxc('restart', '--force', '--project', project, machine());
    const { steps } = await untilInstalled(id);
    expect(steps[1]?.output).toMatch(/out of reach.*\nWent on\.$/s);
    expect(await run('wc -l < /begun; wc -l < /turns')).toBe('1\n2');
    await remove(id);
    expect(await run('ls /begun /turns 2>/dev/null || echo none')).toBe('none');
  });
});
