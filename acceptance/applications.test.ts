import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApplicationWithCredentials } from '../testing/api-types.ts';
import { expectSpecified, listen } from './webhook-listener.ts';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  // The test kills the server.
  world = await openWorld({ errorsExpected: true });
  return world.close;
});

/** Adds a recipe file while the server runs, as an operator does. JSON is valid YAML. */
function dropRecipe(slug: string, recipe: object): string {
  const folder = join(world.server.dataDir, 'recipes');
  mkdirSync(folder, { recursive: true });
  const head = {
    slug,
    name: 'Slow',
    version: '1',
    summary: 'For a test.',
    icon: { viewBox: '0 0 24 24', color: '#009639', paths: ['M4 4h16v16H4z'] },
    categories: ['test'],
    health: { script: 'true', retries: 1 },
    removal: [{ name: 'Nothing', script: 'true' }],
  };
  const file = join(folder, `${slug}.yaml`);
  writeFileSync(file, JSON.stringify({ ...head, ...recipe }, null, 1));
  return file;
}

const show = async (id: number) => (await world.client.get(`/applications/show?id=${id}`, world.alpha.live)).body.data;

async function install(slug: string, as = world.alpha.live): Promise<ApplicationWithCredentials> {
  const body = { hosting_id: world.alpha.hosting, slug };
  const answer = await world.client.post('/applications', as, body);
  expect(answer.status, answer.text).toBe(202);
  expect(answer.headers.get('location')).toBe(`/api/v1/actions/show?id=${answer.body.data.action_id}`);
  return answer.body.data;
}

describe('an application', () => {
  test('sends a signed application.installed event when its health check passes', async () => {
    await world.client.until(
      `/hosting/show?id=${world.alpha.hosting}`,
      world.alpha.live,
      ({ status }) => status === 'running',
    );
    const listener = await listen(world, ['application.installed']);
    const { id } = await install('welcome-message');
    const arrival = await listener.arrived(({ json }) => json.event === 'application.installed');
    expectSpecified(arrival, listener.secret);
    expect(arrival.json.data).toMatchObject({ id, slug: 'welcome-message', status: 'running', error: null });
  });

  test('finishes its installation after a crash of the server', { tags: ['slow'] }, async () => {
    dropRecipe('slow', {
      parameters: [{ name: 'password', label: 'Password', type: 'secret', generated: true }],
      steps: [
        { name: 'First', script: 'true' },
        { name: 'Second', script: 'true' },
      ],
    });
    const second = { stdout: '{PARAM_PASSWORD}\n' };
    const steps = {
      'slow/First': [{ stdout: 'run once\n' }, { stdout: 'run again\n' }],
      'slow/Second': [{ ...second, takesMs: 4_000 }, second],
    };
    writeFileSync(join(world.server.dataDir, 'simulated', 'vps', 'steps.json'), JSON.stringify(steps));
    await world.client.until('/applications/catalog?search=slow', world.alpha.live, (found) => found.length === 1);
    const { id, action_id, credentials } = await install('slow');
    await world.client.until(
      `/applications/show?id=${id}`,
      world.alpha.live,
      ({ steps }) => steps[1]?.output === '***',
    );
    await world.server.crash();
    await world.server.restart();
    // The lease of a dead worker expires after 15 seconds.
    await world.client.until(
      `/actions/show?id=${action_id}&wait=30`,
      world.alpha.live,
      ({ status }) => status === 'succeeded',
    );
    const application = await show(id);
    expect(application).toMatchObject({ status: 'running', error: null });
    expect(application.steps.map(({ output }) => output)).toEqual(['run once', '***', expect.any(String)]);
    expect(JSON.stringify(application)).not.toContain(credentials.password);
  });

  test('with an invalid recipe is reported by doctor with file, line and reason; other recipes stay available', async () => {
    dropRecipe('sound', { steps: [{ name: 'Nothing', script: 'true' }] });
    const file = dropRecipe('broken', { steps: [{ name: 'Typo', scrpt: 'true' }] });
    const parts = await world.server.command<{ part: string; state: string; advice: string }[]>('doctor');
    const recipes = parts.find(({ part }) => part === 'recipes');
    expect(recipes?.state).toBe('attention');
    expect(recipes?.advice).toMatch(
      new RegExp(`${file}:\\d+: steps\\[0\\]\\.(script is required|scrpt is not a known field)`),
    );
    const { body } = await world.client.get('/applications/catalog?per_page=100', world.alpha.live);
    expect(body.data.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['sound', 'welcome-message']));
  });
});
