import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { HostingWithAction } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setReachable } from '#engines/simulation/faults.ts';
import type { VpsDriver, VpsState } from '#engines/vps/driver.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { Outages } from '#kernel/outages.ts';
import { HOUR } from '#kernel/time.ts';
import { hostingActions } from '../actions.ts';
import { nameDrill } from '../machine.ts';
import { createHostingService } from '../service.ts';
import { reconcileHosting } from './jobs.ts';

let server: TestServer;
let account: TestAccount;
let engineDir: string;
let passes: RecurringJob | undefined;
/** Changes machines by hand, as with the engine's own tool. */
let byHand: VpsDriver;

beforeAll(async () => {
  server = await startTestServer({ byHand: ['hosting.reconcile', 'hosting.sample'] });
  passes = server.hostler.recurring.find(({ name }) => name === 'hosting.reconcile');
  account = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
  byHand = createSimulatedVps({ dir: engineDir });
});
afterAll(() => server.stop());

const make = () =>
  server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'shop.example.com' }));
const show = async (id: number) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
const post = (path: string, body?: object) => server.post<HostingWithAction>(path, account.live, body);
const follow = (id: number | null) => server.endOf(id, account.live);
const nameOf = (id: number) => `vps-${id}`;

/** Runs one pass, as the worker does. */
async function reconcile(): Promise<void> {
  await passes?.run(server.clock.now());
}

/** Creates a reconciler that reads from another engine, or whose log is inspected. */
function openReconciler(vps: Pick<VpsDriver, 'list'> = byHand) {
  const { db } = server.hostler;
  const lines: { msg: string; machines?: string[]; count?: number; hosting_id?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const hosting = createHostingService({ actions: hostingActions({ vps: byHand }), vps: byHand });
  const outages = new Outages(log);
  const job = reconcileHosting({ db, vps: { ...byHand, ...vps }, everyMs: 0, log, outages, hosting });
  return { lines, run: () => job.run(server.clock.now()) };
}

const REVISION = sql<{ id: number }, { revision: number }>('select revision from hosting where id = :id');
const revisionOf = async (id: number) => (await server.hostler.db.read(REVISION.one({ id })))?.revision;

const OFF_SINCE = sql<{ id: number }, { off_since: number | null }>('select off_since from hosting where id = :id');
const offSince = async (id: number) => (await server.hostler.db.read(OFF_SINCE.one({ id })))?.off_since;

describe('a VPS that is changed manually on the engine', () => {
  it('shows the status on the engine, and can then be started or restarted', async () => {
    const { id } = await make();
    await byHand.stop(nameOf(id));
    await reconcile();
    expect(await show(id)).toMatchObject({ status: 'stopped' });
    expect(await offSince(id)).toBeGreaterThan(0);
    await byHand.start(nameOf(id));
    await reconcile();
    expect(await show(id)).toMatchObject({ status: 'running' });
    expect(await offSince(id)).toBeNull();
    await follow((await post(`/hosting/stop?id=${id}`)).body.data.action_id);
    await reconcile();
    expect(await offSince(id)).toBeNull();
    await follow((await post(`/hosting/start?id=${id}`)).body.data.action_id);
    const { body } = await post(`/hosting/restart?id=${id}`);
    expect(await follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
  });

  it('gets status error if its machine was deleted, also in the list and its totals', async () => {
    const { id } = await make();
    await byHand.destroy(nameOf(id));
    await reconcile();
    expect(await show(id)).toMatchObject({ status: 'error' });
    const list = await server.get('/hosting?status=error', account.live);
    expect(list.body.data.map((vps) => vps.id)).toContain(id);
    expect(list.body.meta.total).toBe(list.body.data.length);
    const { body } = await post(`/hosting/start?id=${id}`);
    expect(await follow(body.data.action_id)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_NOT_FOUND', message: "The server's machine is gone; restore it from a backup." },
    });
    expect(await show(id)).toMatchObject({ status: 'error' });
  });

  it('gets status error if its machine was renamed, and recovers when the name is back', async () => {
    const { id } = await make();
    await byHand.stop(nameOf(id));
    await byHand.adopt(nameOf(id), `borrowed-${id}`);
    await reconcile();
    expect(await show(id)).toMatchObject({ status: 'error' });
    await byHand.adopt(`borrowed-${id}`, nameOf(id));
    await reconcile();
    expect(await show(id)).toMatchObject({ status: 'stopped' });
  });

  it('is running again after a restore if its machine was deleted', async () => {
    const { id } = await make();
    const backup = await server.post('/backups', account.live, { hosting_id: id });
    await follow(backup.body.data.action_id);
    await byHand.destroy(nameOf(id));
    await reconcile();
    const { status, body } = await post('/backups/restore', { id: backup.body.data.id });
    expect(status).toBe(202);
    expect(await show(id)).toMatchObject({ status: 'restoring' });
    expect(await follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await show(id)).toMatchObject({ status: 'running' });
    expect(await byHand.inspect(nameOf(id))).toMatchObject({ status: 'running' });
  });

  it('keeps its addresses for an hour after its machine is gone, and gets them back with it', async () => {
    const { id, ipv4 } = await show((await make()).id);
    await byHand.stop(nameOf(id));
    await byHand.adopt(nameOf(id), `lost-${id}`);
    await reconcile();
    expect(await show(id)).toMatchObject({ status: 'error', ipv4 });
    server.clock.advance(HOUR);
    await reconcile();
    expect(await show(id)).toMatchObject({ status: 'error', ipv4: [], ipv6: [] });
    await byHand.adopt(`lost-${id}`, nameOf(id));
    await reconcile();
    expect(await show(id)).toMatchObject({ status: 'stopped', ipv4 });
  });

  it('follows its machine to another node or address, but drops an address only after two passes', async () => {
    const { id, ipv4, ipv6 } = await show((await make()).id);
    let told: Partial<VpsState> = { node: 'elsewhere', ipv4: ['192.0.2.200', ...ipv4] };
    const { run } = openReconciler({
      list: async () =>
        (await byHand.list()).map((state) => (state.name === nameOf(id) ? { ...state, ...told } : state)),
    });
    await run();
    expect(await show(id)).toMatchObject({ status: 'running', ...told });
    const revision = await revisionOf(id);
    told = { node: 'elsewhere', ipv4: [...ipv4, '192.0.2.200'] };
    await run();
    expect(await revisionOf(id)).toBe(revision);

    told = { node: 'elsewhere', ipv6: [] };
    await run();
    expect(await show(id)).toMatchObject({ ipv4, ipv6 });
    await run();
    expect(await show(id)).toMatchObject({ ipv4, ipv6: [] });
    told = { ipv6: [], status: 'stopped', ipv4: [] };
    for (let pass = 0; pass < 3; pass++) await run();
    expect(await show(id)).toMatchObject({ status: 'stopped', ipv4 });
  });

  it('emits no event', async () => {
    const { id } = await make();
    const events = sql<object, { count: number }>('select count(*) as count from events');
    const before = await server.hostler.db.read(events.one({}));
    await byHand.stop(nameOf(id));
    await reconcile();
    expect(await show(id)).toMatchObject({ status: 'stopped' });
    expect(await server.hostler.db.read(events.one({}))).toEqual(before);
  });
});

describe('a reconcile pass', () => {
  it('writes nothing if nothing differs', async () => {
    const { id } = await make();
    await reconcile();
    const revision = await revisionOf(id);
    await reconcile();
    expect(await revisionOf(id)).toBe(revision);
  });

  it('changes nothing while the engine is unreachable', async () => {
    const { id } = await make();
    const before = await show(id);
    await setReachable(engineDir, false);
    const { run, lines } = openReconciler();
    await run();
    await run();
    await setReachable(engineDir, true);
    expect(await show(id)).toEqual(before);
    expect(lines.map(({ msg }) => msg)).toEqual(['outage began']);
  });

  it('skips servers with an action in progress, never created or terminated', async () => {
    const [restarted, stopping, unmade, over] = [await make(), await make(), await make(), await make()];
    const { db } = server.hostler;
    await server.finish(server.operator.hosting.terminate({ id: over.id }));
    const left = sql<{ id: number }>("update hosting set status = 'error', node = null where id = :id");
    await db.write(() => left.run({ id: unmade.id }));
    await byHand.stop(nameOf(restarted.id));
    await setReachable(engineDir, false);
    const restart = await post(`/hosting/restart?id=${restarted.id}`);
    const stop = await post(`/hosting/stop?id=${stopping.id}`);
    const { run } = openReconciler({ list: async () => [] });
    await run();
    expect(await show(restarted.id)).toMatchObject({ status: 'restarting' });
    expect(await show(stopping.id)).toMatchObject({ status: 'running' });
    await setReachable(engineDir, true);
    for (const { body } of [restart, stop]) {
      expect(await follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
    }
    await reconcile();
    expect(await show(restarted.id)).toMatchObject({ status: 'running' });
    expect(await show(unmade.id)).toMatchObject({ status: 'error' });
    expect(await show(over.id)).toMatchObject({ status: 'terminated' });
  });

  it('does not undo a restart that ran while the engine was listed', async () => {
    const { id } = await make();
    await byHand.stop(nameOf(id));
    const { run } = openReconciler({
      async list() {
        const machines = await byHand.list();
        // The response already says stopped. Before it arrives, the owner restarts the VPS.
        const { body } = await post(`/hosting/restart?id=${id}`);
        await follow(body.data.action_id);
        return machines;
      },
    });
    await run();
    expect(await show(id)).toMatchObject({ status: 'running' });
  });

  it('reports each unknown machine once, and none that is just being created', async () => {
    const spec = { hostname: 'x', kind: 'container', image: 'debian/13', vcpus: 1, memoryMb: 1, diskGb: 1 } as const;
    const gone = await make();
    await server.finish(server.operator.hosting.terminate({ id: gone.id }));
    const strangers = ['by-hand', nameOf(gone.id), 'vps-987654'];
    const drill = nameDrill(1);
    for (const name of [...strangers, drill]) await byHand.create({ ...spec, name, sshKeys: [] });
    const { run, lines } = openReconciler({
      async list() {
        await make();
        return byHand.list();
      },
    });
    const reports = () => lines.filter(({ machines }) => machines);
    await run();
    expect(reports().flatMap(({ machines }) => machines)).toEqual(expect.arrayContaining(strangers));
    expect(reports().flatMap(({ machines }) => machines)).not.toContain(drill);
    const { length } = reports();
    const known = reports().at(-1)?.count ?? 0;
    await run();
    expect(reports()).toHaveLength(length);
    await byHand.create({ ...spec, name: 'another', sshKeys: [] });
    await run();
    expect(reports().at(-1)).toMatchObject({ machines: ['another'], count: known + 1 });
    for (const name of [...strangers, drill, 'another']) await byHand.destroy(name);
  });
});

describe('a suspended VPS', () => {
  it('is not changed while its machine is stopped', async () => {
    const { id } = await make();
    await server.finish(server.operator.hosting.suspend({ id }));
    const revision = await revisionOf(id);
    await reconcile();
    expect(await revisionOf(id)).toBe(revision);
  });

  it('is stopped again if it is started manually, and can be unsuspended meanwhile', async () => {
    const { id } = await make();
    await server.finish(server.operator.hosting.suspend({ id, reason: 'Why.' }));
    await byHand.start(nameOf(id));
    await reconcile();
    const actions = await server.get('/actions', account.live);
    const [latest] = actions.body.data;
    expect(latest).toMatchObject({ type: 'hosting.stop', resource: { type: 'hosting', id } });
    expect(await follow(latest?.id ?? 0)).toMatchObject({ status: 'succeeded' });
    expect(await show(id)).toMatchObject({ status: 'suspended', suspension_reason: 'Why.' });
    expect(await byHand.inspect(nameOf(id))).toMatchObject({ status: 'stopped' });

    await byHand.start(nameOf(id));
    server.clock.advance(HOUR);
    await setReachable(engineDir, false);
    const { run } = openReconciler({ list: async () => [{ name: nameOf(id), status: 'running' } as VpsState] });
    await run();
    const unsuspend = await server.operator.hosting.unsuspend({ id });
    await setReachable(engineDir, true);
    expect(await follow(unsuspend.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await show(id)).toMatchObject({ status: 'running' });
    expect(await byHand.inspect(nameOf(id))).toMatchObject({ status: 'running' });
  });

  it('gets status error after the suspension if its machine is missing', async () => {
    const { id } = await make();
    await server.finish(server.operator.hosting.suspend({ id }));
    await byHand.destroy(nameOf(id));
    await server.finish(server.operator.hosting.unsuspend({ id }));
    expect(await show(id)).toMatchObject({ status: 'error' });
  });
});
