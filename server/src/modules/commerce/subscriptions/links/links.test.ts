import { join } from 'node:path';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import { DAY } from '#kernel/time.ts';
import type { AdoptedLine } from '../../../resources/hosting/adoption/schemas.ts';
import { checkLinks } from './operator-service.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_TAX_SMALL_BUSINESS: 'on', HOSTLER_TERMINATE_DAYS: '30' } });
  const { plans } = server.operator;
  await plans.create({ name: 'S', price: 1000, vcpus: 1, memory_mb: 1024, disk_gb: 20 });
  await plans.create({ name: 'M', price: 2000, vcpus: 2, memory_mb: 1024, disk_gb: 20 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.createAccount();
});

const makeServer = async (account_id = account.id) =>
  (await server.finish(server.operator.hosting.create({ account_id, hostname: 'web.example.com', plan: 'S' }))).id;
const sell = (account_id = account.id) => server.operator.subscriptions.create({ account_id, plan: 'S' });
const link = (id: number, hosting: number) =>
  server.run<{ hosting_id: number }>('subscription link', '--id', id, '--hosting', hosting);
const unlink = (id: number) => server.run<{ hosting_id: number | null }>('subscription unlink', '--id', id);
const showServer = async (id: number) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
const show = async (id: number) => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data;
const untilServer = (id: number, wanted: string) =>
  server.until(`/hosting/show?id=${id}`, account.live, ({ status }) => status === wanted);
const bill = (days: number) => server.operator.billing.run({ at: server.clock.now() + days * DAY, yes: true });
/** Runs billing until unpaid subscriptions are suspended. A mail announces it some days before. */
async function billUntilSuspended() {
  for (const days of [15, 25, 29, 33]) await bill(days);
}
async function payAll() {
  for (const { id, status } of await server.operator.invoices.list({ account_id: account.id })) {
    if (status === 'unpaid' || status === 'overdue') await server.operator.payments.create({ invoice_id: id });
  }
}

describe('a linked server', () => {
  it('is suspended, resumed, changed and suspended at the end with its subscription', async () => {
    const hosting = await makeServer();
    const { id } = await sell();
    expect(await link(id, hosting)).toMatchObject({ id, account_id: account.id, hosting_id: hosting });
    expect(await link(id, hosting)).toMatchObject({ hosting_id: hosting });
    expect(await showServer(hosting)).toMatchObject({ subscription_id: id, plan: 'S' });
    await billUntilSuspended();
    await untilServer(hosting, 'suspended');
    expect(await show(id)).toMatchObject({ status: 'suspended', hosting_id: hosting });
    await payAll();
    await untilServer(hosting, 'running');
    await server.run('subscription change', '--id', id, '--plan', 'M');
    await server.until(`/hosting/show?id=${hosting}`, account.live, ({ vcpus, plan }) => vcpus === 2 && plan === 'M');
    await server.run('subscription cancel', '--id', id, '--immediately');
    await untilServer(hosting, 'suspended');
  });

  it('is terminated with its subscription that stays unpaid, after a last backup', async () => {
    const hosting = await makeServer();
    const { id } = await sell();
    await link(id, hosting);
    await billUntilSuspended();
    await untilServer(hosting, 'suspended');
    const isTerminated = async () => {
      await bill(70);
      return (await showServer(hosting)).status === 'terminated';
    };
    await expect.poll(isTerminated, { interval: 200, timeout: 20_000 }).toBe(true);
    expect(await show(id)).toMatchObject({ status: 'cancelled' });
  });

  it('ends its subscription when it is terminated', async () => {
    const hosting = await makeServer();
    const { id } = await sell();
    await link(id, hosting);
    await server.run('hosting terminate', '--id', hosting, '--wait');
    expect(await show(id)).toMatchObject({ cancel_at_period_end: true });
  });

  it('stays after it is unlinked, and can be linked again', async () => {
    const [hosting, { id }, other] = [await makeServer(), await sell(), await sell()];
    await link(id, hosting);
    expect(await unlink(id)).toMatchObject({ hosting_id: null });
    expect(await showServer(hosting)).toMatchObject({ subscription_id: null, status: 'running' });
    await expect(unlink(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await link(other.id, hosting)).toMatchObject({ hosting_id: hosting });
    expect(await showServer(hosting)).toMatchObject({ subscription_id: other.id });
  });
});

describe('a link', () => {
  it('is refused for a server of another account, and for none', async () => {
    const stranger = await server.createAccount();
    const [hosting, { id }] = [await makeServer(stranger.id), await sell()];
    await expect(link(id, hosting)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(link(id, 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(link(999_999, hosting)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await show(id)).toMatchObject({ hosting_id: null });
  });

  it('is refused for a terminated server, until the subscription gets another one', async () => {
    const [gone, hosting, { id }] = [await makeServer(), await makeServer(), await sell()];
    await server.run('hosting terminate', '--id', gone, '--wait');
    await expect(link(id, gone)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await link(id, hosting)).toMatchObject({ hosting_id: hosting });
  });

  it('is refused if either has another partner, and the message says how to unlink it', async () => {
    const [hosting, second, { id }, other] = [await makeServer(), await makeServer(), await sell(), await sell()];
    await link(id, hosting);
    const advice = expect.stringContaining(`hostler subscription unlink --id ${id}`);
    await expect(link(id, second)).rejects.toMatchObject({ code: 'CONFLICT', message: advice });
    await expect(link(other.id, hosting)).rejects.toMatchObject({ code: 'CONFLICT', message: advice });
  });

  it('is refused for a subscription that is pending, suspended or cancelled', async () => {
    const hosting = await makeServer();
    const order = await server.post<{ id: number }>('/subscriptions', account.live, { plan: 'S', hostname: 'a.test' });
    await expect(link(order.body.data.id, hosting)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(unlink(order.body.data.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const late = await sell();
    await billUntilSuspended();
    expect(await show(late.id)).toMatchObject({ status: 'suspended' });
    await expect(link(late.id, hosting)).rejects.toMatchObject({ code: 'CONFLICT' });
    const ended = await sell();
    await server.run('subscription cancel', '--id', ended.id, '--immediately');
    await expect(link(ended.id, hosting)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is made once if two want the same server, or the same subscription, at the same time', async () => {
    for (let round = 0; round < 3; round++) {
      const [hosting, second, one, two] = [await makeServer(), await makeServer(), await sell(), await sell()];
      const sameServer = await Promise.allSettled([link(one.id, hosting), link(two.id, hosting)]);
      expect(sameServer.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const payer = (await showServer(hosting)).subscription_id;
      expect((await show(payer ?? 0)).hosting_id).toBe(hosting);
      const free = payer === one.id ? two : one;
      const third = await makeServer();
      const same = await Promise.allSettled([link(free.id, second), link(free.id, third)]);
      expect(same.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const linked = (await show(free.id)).hosting_id;
      const others = [second, third].map(async (id) => (await showServer(id)).subscription_id);
      expect((await Promise.all(others)).filter((payer) => payer !== null)).toEqual([free.id]);
      expect((await showServer(linked ?? 0)).subscription_id).toBe(free.id);
    }
  });

  it('is made by staff of billing, through the operator API, and is in the audit log of the account', async () => {
    const [hosting, { id }] = [await makeServer(), await sell()];
    const billing = await signInStaff(server, 'billing');
    const technician = await signInStaff(server, 'technician');
    expect((await technician.post(`/subscriptions/link?id=${id}`, { hosting })).status).toBe(403);
    expect((await billing.post(`/subscriptions/link?id=${id}`, { hosting })).status).toBe(200);
    const { body } = await billing.get<{ action: string; account_id: number }[]>(`/audit?account=${account.id}`);
    expect(body.data.map(({ action }) => action)).toContain('subscription link');
    expect((await billing.post(`/subscriptions/unlink?id=${id}`)).status).toBe(200);
  });
});

describe('a file of machines to adopt', () => {
  it('may name the subscriptions that pay for them', async () => {
    const engine = createSimulatedVps({ dir: join(server.dataDir, 'simulated', 'vps') });
    for (const name of ['old1', 'old2', 'old3']) {
      const size = { image: 'debian/13', vcpus: 1, memoryMb: 1024, diskGb: 20 };
      await engine.create({ name, hostname: name, kind: 'container', sshKeys: [], ...size });
      await engine.stop(name);
    }
    const [{ id }, foreign] = [await sell(), await sell((await server.createAccount()).id)];
    const lines = [`old1,${account.id},${id}`, `old2,${account.id},${id}`, `old2,${account.id},${foreign.id}`];
    const file = Buffer.from(['instance,account,subscription', ...lines, `old3,${account.id},S-1`].join('\n'));
    const technician = await signInStaff(server, 'technician');
    const body = { file: file.toString('base64') };
    const { data: results } = (await technician.post<AdoptedLine[]>('/hosting/adopt-file', body)).body;
    expect(results.map(({ error }) => error)).toEqual([
      null,
      expect.stringContaining(`Subscription ${id} has server`),
      'Subscription not found.',
      'The cell subscription must be the id of a subscription.',
    ]);
    const hosting = results[0]?.hosting_id ?? 0;
    await untilServer(hosting, 'stopped');
    expect([(await showServer(hosting)).subscription_id, (await show(id)).hosting_id]).toEqual([id, hosting]);
  });
});

describe('doctor', () => {
  const read = async () => checkLinks(server.hostler.db).check(60_000);

  it('lists servers without a subscription and subscriptions without a server, with the command to link them', async () => {
    const [hosting, { id }] = [await makeServer(), await sell()];
    const command = `hostler subscription link --id ${id} --hosting ${hosting}`;
    const { detail, advice } = await read();
    expect(detail?.split(command)).toHaveLength(3);
    expect(advice).toContain('Link each server');
    await link(id, hosting);
    expect((await read()).detail).not.toContain(command);
  });
});
