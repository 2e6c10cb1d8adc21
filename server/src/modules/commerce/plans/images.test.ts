import { join } from 'node:path';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setReachable } from '#engines/simulation/faults.ts';

/** The simulated engine has an image of every name that could be one. */
const MISSING = 'no such image';

let server: TestServer;
let engine: string;

beforeAll(async () => {
  server = await startTestServer();
  engine = join(server.dataDir, 'simulated', 'vps');
});
afterAll(() => server.stop());

interface Saved {
  id: number;
  warnings?: string[];
}

const createPlan = (name: string, ...options: string[]) =>
  server.run<Saved>('plan create', '--name', name, '--price', 990, ...options);
async function doctor() {
  const part = server.hostler.checks.find(({ name }) => name === 'images');
  return await part?.check(15_000);
}

describe('the images of plans', () => {
  it('cause no warning if they exist', async () => {
    expect(await createPlan('Fine', '--images', 'debian/12')).not.toHaveProperty('warnings');
    expect(await doctor()).toMatchObject({ detail: 'The images of all plans exist on the engine.', advice: null });
  });

  it('cause a warning in plan create, plan change and plan publish if they are missing, and the plan is saved', async () => {
    const about = expect.stringContaining(`There is no image "${MISSING}" on the engine`);
    const created = await createPlan('Early', '--images', MISSING, '--hidden');
    expect(created.warnings).toEqual([about]);
    expect(await server.run('plan show', '--id', created.id)).toMatchObject({ images: ['debian/13', MISSING] });
    expect((await server.run<Saved>('plan publish', '--id', 'Early')).warnings).toEqual([about]);
    expect((await server.run<Saved>('plan change', '--id', 'Early', '--price', 1290)).warnings).toEqual([about]);
    expect(await server.run('plan change', '--id', 'Early', '--images', 'debian/12')).not.toHaveProperty('warnings');
  });

  it('are listed by doctor while they are missing, with advice if customers can order the plan', async () => {
    const { id } = await createPlan('Broken', '--image', MISSING);
    const found = await doctor();
    expect(found).toMatchObject({ reachable: true, detail: expect.stringContaining(`Broken (${MISSING})`) });
    expect(found?.advice).toContain(`hostler plan hide --id ${id}`);
    await server.run('plan hide', '--id', id);
    expect(await doctor()).toMatchObject({
      detail: expect.stringContaining(`Broken (${MISSING}, hidden)`),
      advice: null,
    });
    await server.run('plan change', '--id', id, '--image', 'debian/13');
    expect((await doctor())?.detail).toBe('The images of all plans exist on the engine.');
  });

  it('are not checked while the engine is unreachable', async () => {
    await setReachable(engine, false);
    try {
      expect((await createPlan('Later')).warnings).toEqual([expect.stringContaining('were not checked')]);
      expect(await doctor()).toMatchObject({ detail: 'Not checked: the engine cannot be reached.', advice: null });
    } finally {
      await setReachable(engine, true);
    }
  });
});
