import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { Hosting } from '@hostler/testing/api-types.ts';
import type { Given } from '@hostler/testing/server/operator.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { eventually } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext } from '#engines/simulation/faults.ts';
import type { VpsDriver, VpsSpec } from '#engines/vps/driver.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';

let server: TestServer;
let account: TestAccount;
let engineDir: string;
let engine: VpsDriver;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
  engine = createSimulatedVps({ dir: engineDir });
});
afterAll(() => server.stop());

const make = (options: Partial<Given<'hosting', 'create'>> = {}) =>
  server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'shop.example.com', ...options }));
const adopt = (instance: string, options: Partial<Given<'hosting', 'adopt'>> = {}) =>
  server.finish(server.operator.hosting.adopt({ account_id: account.id, instance, ...options }));
/** Creates a subscription and returns the id of its VPS. */
const buy = async (plan: string) => {
  const order = { account_id: account.id, plan, hostname: 'bought.example.com' };
  return Number((await server.operator.subscriptions.create(order)).hosting_id);
};
const show = async (id: number) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
const actionOf = async ({ action_id }: { action_id: number | null }) =>
  (await server.get(`/actions/show?id=${action_id}`, account.live)).body.data;
const countOf = async (status: string) =>
  (await server.get(`/hosting?status=${status}`, account.live)).body.meta.total as number;

/** Creates a machine as with the engine's own tool. */
async function makeForeign(name: string, more: Partial<VpsSpec> = {}) {
  const size = { image: 'alpine/3.22', vcpus: 3, memoryMb: 1536, diskGb: 15 };
  await engine.create({ name, hostname: name, kind: 'virtual-machine', sshKeys: [], ...size, ...more });
  return engine.stop(name);
}

const KIND = sql<{ id: number }, { kind: string }>('select kind from hosting where id = :id');
const kindOf = async (id: number) => (await server.hostler.db.read(KIND.one({ id })))?.kind;

describe('adopting a machine', () => {
  it('creates a VPS with the properties of the machine, emits hosting.created, and can be started', async () => {
    const { ipv4, ipv6 } = await makeForeign('old-web');
    const adopted = await adopt('old-web', { hostname: 'web.example.com', label: 'Old' });
    expect(await actionOf(adopted)).toMatchObject({ type: 'hosting.adopt', status: 'succeeded' });
    const shown = await show(adopted.id);
    expect(shown).toMatchObject({
      hostname: 'web.example.com',
      label: 'Old',
      status: 'stopped',
      plan: null,
      vcpus: 3,
      memory_mb: 1536,
      disk_gb: 15,
      image: 'alpine/3.22',
      ipv4,
      ipv6,
    });
    expect(await kindOf(adopted.id)).toBe('virtual-machine');
    expect(await engine.inspect('old-web')).toBeUndefined();
    const events = sql<object, { data: string }>(`select data from events where type = 'hosting.created'`);
    const told = (await server.hostler.db.read(events.all({}))).map(({ data }) => JSON.parse(data) as Hosting);
    expect(told.filter(({ id }) => id === adopted.id)).toEqual([shown]);
    await server.finish(server.operator.hosting.start({ id: adopted.id }));
    expect(await show(adopted.id)).toMatchObject({ status: 'running', ipv4 });
  });

  it('uses the host name of the machine and the plan, but not the size of the plan', async () => {
    await makeForeign('plain');
    await server.operator.plans.create({ name: 'Big', price: 9_900, vcpus: 32 });
    const { id } = await adopt('plain', { plan: 'Big' });
    expect(await show(id)).toMatchObject({ hostname: 'plain', plan: 'Big', vcpus: 3 });
  });

  it.each([
    ['is not there', async () => {}],
    ['runs', async (name: string) => void (await makeForeign(name).then(() => engine.start(name)))],
  ])('that %s fails with a reason and leaves a terminated record', async (_what, prepare) => {
    const name = `wanted-${_what.replaceAll(' ', '-')}`;
    await prepare(name);
    const before = { terminated: await countOf('terminated'), machines: (await engine.list()).length };
    const failed = await adopt(name);
    expect(failed).toMatchObject({ status: 'terminated' });
    expect(await actionOf(failed)).toMatchObject({ status: 'failed', error: { message: expect.any(String) } });
    expect(await countOf('terminated')).toBe(before.terminated + 1);
    expect(await countOf('provisioning')).toBe(0);
    expect(await engine.list()).toHaveLength(before.machines);
    await expect(server.operator.hosting.start({ id: failed.id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('finishes after the engine becomes unreachable halfway', async () => {
    await makeForeign('halfway');
    const fault = { operation: 'adopt', code: 'unreachable', message: 'Gone.', stage: 'halfway' } as const;
    await failNext(engineDir, { ...fault, times: 1 });
    const adopted = await adopt('halfway');
    expect(adopted).toMatchObject({ status: 'stopped', image: 'alpine/3.22' });
    expect((await engine.list()).map(({ name }) => name)).not.toContain('halfway');
  });

  it('is refused for the machine of an existing VPS, but not of a terminated one', async () => {
    const { id } = await make();
    await expect(adopt(`vps-${id}`)).rejects.toMatchObject({ code: 'CONFLICT' });
    await server.finish(server.operator.hosting.terminate({ id }));
    await makeForeign(`vps-${id}`);
    const again = await adopt(`vps-${id}`, { hostname: 'again.example.com' });
    expect(again).toMatchObject({ status: 'stopped' });
    expect(again.id).not.toBe(id);
  });

  it('is refused with an invalid name, a missing account or a missing plan', async () => {
    for (const instance of ['', 'a b', '../x', 'a/b/c', '-x']) {
      await expect(adopt(instance)).rejects.toMatchObject({ details: [{ field: 'instance' }] });
    }
    await expect(adopt('x', { account_id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(adopt('x', { plan: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the console', () => {
  it('is shown as plain text', async () => {
    const { id } = await make({ hostname: 'talks.example.com' });
    const shown = await server.operator.hosting.readConsole({ id });
    expect(shown).toMatchObject({ id, hostname: 'talks.example.com', status: 'running' });
    expect(shown.console).toContain('talks.example.com login:');
    expect(shown.console).not.toMatch(/[^\n\t\P{Cc}]/u);
  });

  it('answers an error if the machine or the VPS does not exist', async () => {
    const { id } = await make();
    await engine.destroy(`vps-${id}`);
    await expect(server.operator.hosting.readConsole({ id })).rejects.toMatchObject({
      name: 'AppError',
      code: 'CONFLICT',
    });
    await expect(server.operator.hosting.readConsole({ id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the kind of a plan', () => {
  it('is the kind of its servers, created or bought, and container by default', async () => {
    const plan = await server.operator.plans.create({ name: 'VM', price: 1, kind: 'virtual-machine' });
    expect(plan).toMatchObject({ kind: 'virtual-machine' });
    expect(await kindOf((await make({ plan: 'VM' })).id)).toBe('virtual-machine');
    expect(await kindOf((await make()).id)).toBe('container');
    const hosting_id = await buy('VM');
    expect(await kindOf(hosting_id)).toBe('virtual-machine');
    expect(await show(hosting_id)).not.toHaveProperty('kind');
    expect(await server.operator.plans.create({ name: 'C', price: 1 })).toMatchObject({ kind: 'container' });
  });
});

describe('the resource limits of a plan', () => {
  const boundsOf = async (id: number) => {
    const state = await readFile(join(engineDir, 'machines', `vps-${id}`, 'state.json'), 'utf8');
    return JSON.parse(state).spec.bounds;
  };

  it('apply to its servers, whether created, bought or adopted; otherwise the defaults apply', async () => {
    const options = { processes: 700, network_mbps: 100, disk_iops: 900, nesting: true };
    await server.operator.plans.create({ name: 'Bound', price: 100, ...options });
    const bounds = { processes: 700, networkMbps: 100, diskIops: 900, nesting: true };
    const [made, usual] = [await make({ plan: 'Bound' }), await make()];
    const bought = await buy('Bound');
    await makeForeign('old-bound');
    const adopted = await adopt('old-bound', { plan: 'Bound' });
    await eventually(async () => expect(await show(bought)).toMatchObject({ status: 'running' }));
    for (const id of [made.id, bought, adopted.id]) expect(await boundsOf(id)).toEqual(bounds);
    expect(await boundsOf(usual.id)).toEqual({});
  });
});

describe('a machine from before resource limits existed', () => {
  it('gets its limits from the upkeep', async () => {
    const { id } = await make();
    const file = join(engineDir, 'machines', `vps-${id}`, 'state.json');
    const { spec, ...rest } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...rest, spec: { ...spec, bounds: undefined } }));
    await server.hostler.recurring.find(({ name }) => name === 'hosting.tighten')?.run(server.clock.now());
    expect(JSON.parse(await readFile(file, 'utf8')).spec.bounds).toEqual({});
  });
});

describe('restarting and stopping by command', () => {
  it('works with and without force', async () => {
    const { id } = await make();
    for (const options of [{}, { force: true }]) {
      expect(await server.finish(server.operator.hosting.restart({ id, ...options }))).toMatchObject({
        status: 'running',
      });
      expect(await server.finish(server.operator.hosting.stop({ id, ...options }))).toMatchObject({
        status: 'stopped',
      });
      await expect(server.operator.hosting.restart({ id })).rejects.toMatchObject({ code: 'VPS_NOT_RUNNING' });
      await server.finish(server.operator.hosting.start({ id }));
    }
  });
});

describe('waiting for work', () => {
  it('gives up with an error if no worker starts the work, which stays queued', async () => {
    const idle = await startTestServer({ worker: false });
    try {
      const { hosting } = idle.operator;
      const { id: account_id } = await idle.createAccount();
      const queued = await hosting.create({ account_id, hostname: 'a.example.com' });
      await expect(hosting.finish(queued, { patienceMs: 50 })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(/This work did not start.*action \d+: check that a server or worker is running/),
      });
      expect(await hosting.list()).toMatchObject([{ status: 'provisioning' }]);
    } finally {
      await idle.stop();
    }
  });
});
