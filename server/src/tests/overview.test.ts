import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { openPanel, type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { beginAction, finishAction } from '#modules/platform/actions/store.ts';
import { recordSamples } from '#modules/resources/hosting/metrics/jobs.ts';

/** Covers the routes of the panel that join several reads for its overview. */

let server: TestServer;
let people: ReturnType<typeof peopleOf>;
let owner: { panel: Panel; accountId: number };
let live: string;
let test: string;

beforeAll(async () => {
  server = await startTestServer({ worker: false, byHand: ['hosting.sample'] });
  people = peopleOf(server);
  owner = await people.owner();
  live = (await server.createKey(owner.accountId, 'live')).key;
  test = (await server.createKey(owner.accountId, 'test')).key;
  await server.operator.plans.create({ name: 'Two', price: 500, vcpus: 2 });
  return server.stop;
});

const createServer = async (account_id: number, hostname: string) =>
  (await server.operator.hosting.create({ account_id, hostname, plan: 'Two' })).id;
const ask = <T>(path: string, { panel, accountId } = owner) => panel.get<T>(`${path}account_id=${accountId}`);
const asMember = async (scopes: string) => ({
  panel: (await people.member(owner.accountId, { scopes })).panel,
  accountId: owner.accountId,
});

describe('loads', () => {
  const loads = (ids: readonly number[], who = owner) => ask<PanelApi.Loads>(`/hosting/loads?ids=${ids}&`, who);

  it('equal the metrics of each server, without servers of other accounts', async () => {
    const [first, second] = [
      await createServer(owner.accountId, 'a.example'),
      await createServer(owner.accountId, 'b.example'),
    ];
    const stranger = await people.owner();
    const theirs = await createServer(stranger.accountId, 'c.example');
    const now = server.clock.now();
    for (const [minutes, cpuSeconds] of [
      [61, 0],
      [59, 30],
      [10, 40],
      [9, 70],
      [8, 160],
    ] as const) {
      const at = now - minutes * MINUTE;
      const counters = {
        memoryUsedBytes: 7,
        diskUsedBytes: 8,
        networkInBytes: 1,
        networkOutBytes: 2,
        diskReadBytes: 3,
        diskWriteBytes: 4,
      };
      await recordSamples(
        server.hostler.db,
        [first, theirs].map((id) => ({ name: `vps-${id}`, at, cpuSeconds, ...counters })),
      );
    }
    const { status, body } = await loads([second, first, theirs, 987_654_321]);
    expect(status).toBe(200);
    // The clock goes on, so the same window is read again.
    const each = body.data.loads.map(async ({ hosting_id, start, end }) => {
      const [from, to] = [start, end].map((time) => Date.parse(time) / 1000);
      return (await server.get(`/hosting/metrics?id=${hosting_id}&start=${from}&end=${to}&step=300`, live)).body.data;
    });
    expect(body.data.loads).toEqual(await Promise.all(each));
    expect(body.data.loads.map(({ hosting_id }) => hosting_id)).toEqual([first, second]);
    expect(body.data.loads[0]?.series.cpu_percent.values.length).toBeGreaterThan(1);
    expect((await loads([first, theirs], stranger)).body.data.loads.map(({ hosting_id }) => hosting_id)).toEqual([
      theirs,
    ]);
  });

  it('require a scope and at most 50 ids', async () => {
    expect((await loads([1], await asMember('tickets.read'))).status).toBe(403);
    expect((await loads([1], await asMember('monitoring.read'))).status).toBe(200);
    const many = Array.from({ length: 51 }, (_, index) => index + 1);
    expect((await loads(many.slice(1))).status).toBe(200);
    expect((await loads(many)).status).toBe(400);
    for (const ids of ['', '0', '1,', 'a', '1;2']) expect((await ask(`/hosting/loads?ids=${ids}&`)).status).toBe(400);
  });
});

describe('recent actions', () => {
  const recent = async (environment: string, who = owner) =>
    (await ask<PanelApi.RecentActions>(`/actions/recent?environment=${environment}&`, who)).body.data.actions;

  it('are the newest 12, then older ones that have not ended', async () => {
    for (let index = 0; index < 14; index++) await createServer(owner.accountId, `s${index}.example`);
    const all = (await server.get('/actions?per_page=100', live)).body.data;
    const [oldest] = all.toReversed();
    if (!oldest || all.length < 14) throw new Error('There are too few actions.');
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['queued']));
    expect(await recent('live')).toEqual(all);
    await endActions({ except: oldest.id });
    const left = await recent('live');
    expect(left.map(({ id }) => id)).toEqual([...all.slice(0, 12), oldest].map(({ id }) => id));
    expect(left.map(({ status }) => status)).toEqual([...Array(12).fill('succeeded'), 'queued']);
  });

  it('show those of the sandbox on a page of the sandbox only', async () => {
    const [{ id = 0 } = {}] = (await server.get('/hosting?search=a.example', live)).body.data;
    await server.hostler.db.write(() => RUN.run({ id }));
    const restarted = await server.post('/hosting/restart', test, { id });
    expect(restarted.status).toBe(202);
    const { action_id } = restarted.body.data;
    expect((await recent('test')).map((action) => action.id)).toContain(action_id);
    expect((await recent('live')).map((action) => action.id)).not.toContain(action_id);
  });

  it('are those that the scopes of a member show', async () => {
    expect(await recent('live', await asMember('domains.read'))).toEqual([]);
    expect(await recent('live', await asMember('tickets.read'))).toEqual([]);
    expect((await recent('live', await asMember('hosting.write'))).length).toBeGreaterThan(0);
  });
});

async function endActions({ except }: { except: number }) {
  const { db } = server.hostler;
  for (const { id } of await db.read(UNFINISHED.all({ account_id: owner.accountId, except }))) {
    await db.write(function* () {
      const action = yield* beginAction(owner.accountId, id, server.clock.now());
      if (action) yield* finishAction(owner.accountId, action, null, server.clock.now());
    });
  }
}

const UNFINISHED = sql<{ account_id: number; except: number }, { id: number }>(
  `select id from actions where account_id = :account_id and status = 'queued' and id <> :except`,
);
const RUN = sql<{ id: number }>(`update hosting set status = 'running', pending = null where id = :id`);

describe('due invoices', () => {
  const due = (who = owner) => ask<PanelApi.DueInvoices>('/billing/due?', who);

  it('are those to pay, soonest due first', async () => {
    const { accountId, panel } = await people.owner();
    const sell = async () =>
      (await server.operator.subscriptions.create({ account_id: accountId, plan: 'Two' })).invoice?.id;
    const bought = [await sell(), await sell()];
    const { body } = await due({ accountId, panel });
    expect(body.data.total).toBe(2);
    expect(body.data.invoices.map(({ id }) => id).sort()).toEqual(bought);
    expect((await due()).body.data).toEqual({ invoices: [], total: 0 });
  });

  it('require the scope', async () => {
    expect((await due(await asMember('hosting.read'))).status).toBe(403);
    expect((await due(await asMember('billing.read'))).status).toBe(200);
  });
});

describe('first steps', () => {
  const steps = async (environment: string, who = owner) =>
    (await ask<PanelApi.FirstSteps>(`/first-steps?environment=${environment}&`, who)).body.data;

  it('count keys, and the webhooks of the environment', async () => {
    expect(await steps('live')).toEqual({ keys: 2, webhooks: 0 });
    const hook = { url: 'https://hooks.example.com/', events: ['*'] };
    expect((await server.post('/webhooks', test, hook)).status).toBe(201);
    expect(await steps('test')).toEqual({ keys: 2, webhooks: 1 });
    expect(await steps('live')).toEqual({ keys: 2, webhooks: 0 });
  });

  it('are null without the permission, and refused to strangers', async () => {
    expect(await steps('live', await asMember('webhooks.read'))).toEqual({ keys: null, webhooks: null });
    expect((await openPanel(server).get(`/first-steps?account_id=${owner.accountId}`)).status).toBe(401);
  });
});
