import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApplicationWithCredentials } from '@hostler/testing/api-types.ts';
import { makeServer, writeRecipe } from '@hostler/testing/server/recipes.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearFaults, failNext, setReachable } from '#engines/simulation/faults.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import { setOutcomes } from '#engines/vps/simulated-steps/outcomes.ts';
import { Worker } from '#kernel/jobs/worker.ts';

let server: TestServer;
let account: TestAccount;
let engine: string;
let hosting: number;
let worker: Worker;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-recipes-'));
  writeRecipe(folder, { slug: 'quick' });
  writeRecipe(folder, {
    slug: 'slow',
    steps: [
      { name: 'Begin', script: 'true' },
      { name: 'Take long', script: 'true' },
    ],
  });
  writeRecipe(folder, {
    slug: 'stuck',
    steps: [
      { name: 'Begin', script: 'true' },
      { name: 'Hang', script: 'true' },
    ],
  });
  writeRecipe(folder, { slug: 'endless', steps: [{ name: 'Hang', timeout: 3, script: 'true' }] });
  writeRecipe(folder, {
    slug: 'failing',
    steps: [{ name: 'Break', script: 'false' }],
    removal: [{ name: 'Clear away', script: 'true' }],
  });
  server = await startTestServer({ env: { HOSTLER_RECIPE_DIR: folder }, worker: false });
  startWorker();
  engine = join(server.dataDir, 'simulated', 'vps');
  const hangs = { stdout: 'Waiting.\n', takesMs: 600_000 };
  await setOutcomes(engine, {
    'slow/Begin': [{ stdout: 'Run once.\n' }, { stdout: 'Run again.\n' }],
    'slow/Take long': [hangs, { stdout: 'Done.\n' }],
    'stuck/Hang': hangs,
    'endless/Hang': hangs,
    'failing/Break': { stdout: 'There is no such package.\n', exitCode: 1 },
    'failing/Clear away': hangs,
  });
  account = await server.createAccount();
});
afterAll(async () => {
  await worker.stop(0);
  await server.stop();
});
afterEach(async () => {
  await setReachable(engine, true);
  await clearFaults(engine);
});

function startWorker(): void {
  worker = new Worker({ ...server.hostler, handlers: server.hostler.jobs });
  worker.start();
}

async function begin(slug: string): Promise<ApplicationWithCredentials> {
  hosting = await makeServer(server, account.id, `${slug}.example.com`);
  return queue(slug);
}

async function queue(slug: string): Promise<ApplicationWithCredentials> {
  const { status, body } = await server.post('/applications', account.live, { hosting_id: hosting, slug });
  expect(status, JSON.stringify(body)).toBe(202);
  return body.data;
}

const show = async (id: number) => (await server.get(`/applications/show?id=${id}`, account.live)).body.data;
const endOf = (action: number) => server.endOf(action, account.live);
/** Waits until the slow step is running inside the VPS. */
const untilHalfWay = ({ id }: ApplicationWithCredentials) =>
  server.until(
    `/applications/show?id=${id}`,
    account.live,
    ({ steps }) => steps[1]?.output?.endsWith('Waiting.') === true,
  );

async function expectFailed({ id, action_id }: ApplicationWithCredentials, message: string): Promise<void> {
  expect(await endOf(action_id)).toMatchObject({ status: 'failed', error: { message } });
  const application = await show(id);
  expect(application).toMatchObject({ status: 'failed', error: message });
  expect(application.steps.every(({ status }) => status !== 'running' && status !== 'pending')).toBe(true);
}

describe('an installation', () => {
  it('survives a restart of its server and repeats only the interrupted step', async () => {
    const application = await begin('slow');
    await untilHalfWay(application);
    await server.finish(server.operator.hosting.restart({ id: hosting, force: true }));
    expect(await endOf(application.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await show(application.id)).toMatchObject({
      status: 'running',
      steps: [
        { status: 'succeeded', output: 'Run once.' },
        { status: 'succeeded', output: 'Waiting.\n\nThe server was out of reach. This step is run again.\nDone.' },
        { status: 'succeeded' },
      ],
    });
  });

  it('survives a manual reboot, even if the server is found stopped meanwhile', async () => {
    const application = await begin('slow');
    await untilHalfWay(application);
    const byHand = createSimulatedVps({ dir: engine });
    await byHand.stop(`vps-${hosting}`);
    await server.runUpkeep('hosting.reconcile');
    const { body } = await server.get(`/hosting/show?id=${hosting}`, account.live);
    expect(body.data.status).toBe('stopped');
    // Wait for a retry that fails while the record already says `stopped`.
    const tries = async () => ((await show(application.id)).steps[1]?.output ?? '').split('out of reach').length;
    const before = await tries();
    await until(async () => (await tries()) > before + 1 || (await show(application.id)).status !== 'installing');
    await byHand.start(`vps-${hosting}`);
    expect(await endOf(application.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await show(application.id)).toMatchObject({ status: 'running', error: null });
  });

  it('continues on another worker when its worker stops', async () => {
    const application = await begin('slow');
    await untilHalfWay(application);
    await worker.stop(0);
    startWorker();
    expect(await endOf(application.action_id)).toMatchObject({ status: 'succeeded' });
    const steps = [{ output: 'Run once.' }, { output: 'Done.' }, {}];
    expect(await show(application.id)).toMatchObject({ status: 'running', steps });
  });

  it('retries while the engine is unreachable', async () => {
    await failNext(engine, { operation: 'execute', code: 'unreachable', message: 'Away.', times: 3 });
    const application = await begin('quick');
    expect(await endOf(application.action_id)).toMatchObject({ status: 'succeeded' });
  });

  it('fails with a reason when a step exceeds its timeout', async () => {
    const application = await begin('endless');
    await expectFailed(application, 'Step 1 of 2, Hang, failed: it took longer than 3 seconds.');
    expect((await show(application.id)).steps[0]).toMatchObject({ status: 'failed', output: 'Waiting.' });
  });

  it.each([
    ['stopped', 'The server was stopped in the middle of it. Start it, and try again.'],
    ['suspended', 'The server was suspended in the middle of it. Try again when it runs.'],
  ])('fails when its server is %s halfway and can be installed again', async (what, message) => {
    const application = await begin('slow');
    await untilHalfWay(application);
    const { hosting: servers } = server.operator;
    await server.finish(what === 'stopped' ? servers.stop({ id: hosting }) : servers.suspend({ id: hosting }));
    await expectFailed(application, message);
    await server.finish(what === 'stopped' ? servers.start({ id: hosting }) : servers.unsuspend({ id: hosting }));
    const again = await queue('slow');
    expect(await endOf(again.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await show(again.id)).toMatchObject({ status: 'running', steps: [{ output: 'Run again.' }, {}, {}] });
  });

  it('reports the failed step even if the server is stopped during cleanup', async () => {
    const application = await begin('failing');
    await server.until(`/applications/show?id=${application.id}`, account.live, ({ steps }) =>
      steps.some(({ output }) => output === 'Waiting.'),
    );
    await server.finish(server.operator.hosting.stop({ id: hosting }));
    await expectFailed(
      application,
      'Step 1 of 2, Break, failed: There is no such package. What was begun could not all be removed: The server was stopped in the middle of it. Start it, and try again.',
    );
  });

  it('fails and is deleted when its server is terminated', async () => {
    const application = await begin('stuck');
    await untilHalfWay(application);
    await server.finish(server.operator.hosting.terminate({ id: hosting }));
    expect(await endOf(application.action_id)).toMatchObject({ status: 'failed' });
    expect((await server.get(`/applications/show?id=${application.id}`, account.live)).status).toBe(404);
    expect((await server.get(`/applications?hosting_id=${hosting}`, account.live)).body.meta.total).toBe(0);
  });

  it('fails when the machine is lost', async () => {
    const application = await begin('stuck');
    await untilHalfWay(application);
    await createSimulatedVps({ dir: engine }).destroy(`vps-${hosting}`);
    // A machine counts as lost after it was found missing twice.
    await until(async () => {
      await server.runUpkeep('hosting.reconcile');
      const { body } = await server.get(`/hosting/show?id=${hosting}`, account.live);
      return body.data.status === 'error';
    });
    await expectFailed(
      application,
      'The server lost its machine in the middle of it. Restore it from a backup, and try again.',
    );
  });
});

describe('a restore of a server', () => {
  async function backUp(): Promise<number> {
    const { body } = await server.post('/backups', account.live, {
      hosting_id: hosting,
    });
    expect(await endOf(body.data.action_id)).toMatchObject({ status: 'succeeded' });
    return body.data.id;
  }
  async function restore(id: number): Promise<void> {
    const { status, body } = await server.post('/backups/restore', account.live, { id });
    expect(status, JSON.stringify(body)).toBe(202);
    expect(await endOf(body.data.action_id ?? 0)).toMatchObject({ status: 'succeeded' });
  }
  const LOST = 'The server was restored from a backup that was made before this was installed. Install it again.';

  it('keeps applications in the backup and marks later ones as failed', async () => {
    const before = await begin('quick');
    await endOf(before.action_id);
    server.clock.advance(1_000);
    const backup = await backUp();
    server.clock.advance(1_000);
    const { body } = await server.post('/applications', account.live, {
      hosting_id: hosting,
      slug: 'welcome-message',
    });
    await endOf(body.data.action_id);
    await restore(backup);
    expect(await show(before.id)).toMatchObject({ status: 'running', error: null });
    expect(await show(body.data.id)).toMatchObject({ status: 'failed', error: LOST });
  });

  it('fails an installation in progress', async () => {
    hosting = await makeServer(server, account.id, 'half.example.com');
    const backup = await backUp();
    const application = await queue('slow');
    await untilHalfWay(application);
    await restore(backup);
    expect(await endOf(application.action_id)).toMatchObject({ status: 'failed' });
    expect(await show(application.id)).toMatchObject({ status: 'failed' });
  });
});
