import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { Invoice, Subscription } from '@hostler/testing/api-types.ts';
import { readMails } from '@hostler/testing/server/mail.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failNext, setLimitless } from '#engines/simulation/faults.ts';
import { monthIn, monthStart } from '#kernel/calendar.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';

const GB = 1_000_000_000;
const MISSING = sql<{ id: number }, { since: number | null }>(
  'select throttle_missing_since as since from hosting where id = :id',
);

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  // Only these tests read the machines and bill.
  const byHand = ['hosting.sample', 'hosting.follow-traffic', 'billing.run'];
  server = await startTestServer({ byHand });
  const { plans } = server.operator;
  const traffic = { traffic_included_gb: 10 };
  await plans.create({ name: 'Old', price: 1000 });
  await plans.create({ name: 'Throttled', price: 1000, network_mbps: 200, ...traffic, traffic_throttle_mbps: 7 });
  await plans.create({ name: 'More', price: 2000, network_mbps: 300, traffic_included_gb: 100 });
  await plans.create({ name: 'Wide', price: 1000, traffic_included_gb: 100 });
  const billed = { ...traffic, traffic_beyond: 'bill', traffic_prices: [{ currency: 'EUR', price: 30 }] } as const;
  await plans.create({ name: 'Billed', price: 1000, ...billed });
  await plans.create({ name: 'Trial', price: 1000, trial_days: 1, ...billed });
  // Readings of the last hour are in the same month, whenever the tests run.
  enterNextMonth();
  return server.stop;
});
beforeEach(async () => {
  account = await server.createAccount();
});

const isActive = ({ status }: Subscription) => status === 'active';
async function buy(plan: string): Promise<{ id: number; hostingId: number }> {
  const order = { account_id: account.id, plan, hostname: 'shop.example.com' };
  const { id } = await server.operator.subscriptions.create(order);
  const { hosting_id } = await server.until(`/subscriptions/show?id=${id}`, account.live, isActive);
  return { id, hostingId: Number(hosting_id) };
}

const COUNTERS = new Map<number, { at: number; bytes: number }>();
/** Lets a server send bytes, by a reading a minute after the last one. The first reading of a server counts nothing. */
async function send(id: number, gigabytes: number): Promise<void> {
  const last = COUNTERS.get(id) ?? { at: server.clock.now() - HOUR, bytes: 0 };
  if (last.bytes === 0) await read(id, last);
  const next = { at: Math.max(last.at + 1000, server.clock.now() - MINUTE), bytes: last.bytes + gigabytes * GB };
  COUNTERS.set(id, next);
  await read(id, next);
}
async function read(id: number, { at, bytes }: { at: number; bytes: number }): Promise<void> {
  const counters = { networkInBytes: 0, networkOutBytes: bytes, diskReadBytes: 0, diskWriteBytes: 0 };
  const sample = { name: `vps-${id}`, at, cpuSeconds: bytes / GB, memoryUsedBytes: 1, diskUsedBytes: 1, ...counters };
  await server.hostler.operator.readings.record([sample], server.clock.now());
}

const follow = () => server.runUpkeep('hosting.follow-traffic');
const limitOf = async (id: number) => {
  const file = join(server.dataDir, 'simulated', 'vps', 'machines', `vps-${id}`, 'state.json');
  return JSON.parse(await readFile(file, 'utf8')).spec.bounds.networkMbps;
};
const untilLimit = (id: number, mbps: number | undefined) =>
  expect.poll(() => limitOf(id), { interval: 100 }).toBe(mbps);
const traffic = async (id: number) => (await server.get(`/hosting/traffic?id=${id}`, account.live)).body.data;
const invoices = async () =>
  (await server.get('/billing/invoices', account.live)).body.data as unknown as readonly Invoice[];
const linesOf = async () =>
  (await invoices()).flatMap(({ items }) => items).filter(({ description }) => description.includes('traffic'));
const mails = async () =>
  (await readMails(server.dataDir)).map(({ subject = '' }) => subject).filter((subject) => subject.includes('traffic'));
/** Moves the clock to an hour and a half into the next month. */
function enterNextMonth(): string {
  const month = monthIn('UTC', server.clock.now());
  server.clock.advance(monthStart('UTC', server.clock.now(), 1) + 1.5 * HOUR - server.clock.now());
  return month;
}
const bill = () => server.operator.billing.run({ yes: true });

describe('a plan that throttles', () => {
  it('reports 80 % and 100 % once each, and limits the network until the month ends', async () => {
    await peopleOf(server).member(account.id, { role: 'owner' });
    const { hostingId: id } = await buy('Throttled');
    expect(await limitOf(id)).toBe(200);
    const before = (await mails()).length;
    await send(id, 7);
    expect(await mails()).toHaveLength(before);
    await send(id, 1);
    await send(id, 1);
    await expect.poll(mails, { interval: 200 }).toHaveLength(before + 1);
    expect((await mails()).at(-1)).toBe('shop.example.com has used 80 % of its included traffic');
    expect(await limitOf(id)).toBe(200);
    await send(id, 2);
    await send(id, 2);
    await untilLimit(id, 7);
    await expect.poll(mails, { interval: 200 }).toHaveLength(before + 2);
    expect((await mails()).at(-1)).toBe('shop.example.com has used 100 % of its included traffic');
    expect(await traffic(id)).toMatchObject({
      ...{ included_bytes: 10 * GB, out_bytes: 13 * GB, billable_bytes: 0, beyond: 'throttle', throttled_mbps: 7 },
    });
    // Stays throttled while the month lasts, and after a restart.
    await follow();
    await server.finish(server.operator.hosting.restart({ id }));
    expect(await limitOf(id)).toBe(7);
    enterNextMonth();
    await follow();
    await untilLimit(id, 200);
    const { data } = (await server.get(`/hosting/show?id=${id}`, account.live)).body;
    expect(data.traffic).toEqual({ out_bytes: 0, included_bytes: 10 * GB });
    expect(await traffic(id)).toMatchObject({ out_bytes: 0, throttled_mbps: null });
  });

  it('does not show a limit that the host cannot enforce, and shows since when it is missing', async () => {
    const engine = join(server.dataDir, 'simulated', 'vps');
    const { hostingId: id } = await buy('Throttled');
    const missing = async () => (await server.hostler.db.read(MISSING.one({ id })))?.since;
    await setLimitless(engine, true);
    try {
      await send(id, 11);
      await expect.poll(missing, { interval: 100 }).not.toBeNull();
      expect(await traffic(id)).toMatchObject({ out_bytes: 11 * GB, beyond: 'throttle', throttled_mbps: null });
    } finally {
      await setLimitless(engine, false);
    }
    enterNextMonth();
    await follow();
    await expect.poll(missing, { interval: 100 }).toBeNull();
  });

  it('keeps the limit through a resize, and ends it when the plan includes more', async () => {
    const { hostingId: id } = await buy('Throttled');
    await send(id, 11);
    await untilLimit(id, 7);
    await server.finish(server.operator.hosting.resize({ id, plan: 'Throttled' }));
    expect(await limitOf(id)).toBe(7);
    await server.finish(server.operator.hosting.resize({ id, plan: 'More' }));
    expect(await limitOf(id)).toBe(7);
    await follow();
    await untilLimit(id, 300);
  });

  it('does not meter what was sold before the plan included a limit', async () => {
    const { hostingId: id } = await buy('Old');
    await server.operator.plans.change('Old', { traffic_included_gb: 1 });
    await send(id, 50);
    expect(await traffic(id)).toMatchObject({ included_bytes: null, out_bytes: 50 * GB, throttled_mbps: null });
    await follow();
    expect(await limitOf(id)).toBeUndefined();
    const { hostingId: newer } = await buy('Old');
    expect(await traffic(newer)).toMatchObject({ included_bytes: GB });
  });
});

describe('a limit that the engine does not take', () => {
  const vps = () => join(server.dataDir, 'simulated', 'vps');
  const listThrottlings = (id: number) =>
    server.run<{ id: number; status: string }[]>(
      ...(['action list', '--record', `hosting ${id}`, '--kind', 'hosting.throttle'] as const),
    );
  const throttlings = async (id: number) => (await listThrottlings(id)).map(({ status }) => status);

  it('is repeated after ten minutes if the engine refused it, until the server has it', async () => {
    const { hostingId: id } = await buy('Throttled');
    const refusal = { operation: 'resize', target: `vps-${id}`, code: 'refused', message: 'No.' } as const;
    await failNext(vps(), { ...refusal, times: 2 });
    await send(id, 11);
    await expect.poll(() => throttlings(id), { interval: 200 }).toEqual(['failed']);
    await follow();
    expect(await throttlings(id)).toEqual(['failed']);
    for (const expected of ['failed', 'succeeded']) {
      server.clock.advance(11 * MINUTE);
      await follow();
      await expect.poll(async () => (await throttlings(id))[0], { interval: 200 }).toBe(expected);
    }
    expect(await limitOf(id)).toBe(7);
    server.clock.advance(11 * MINUTE);
    await follow();
    await expect.poll(() => throttlings(id), { interval: 200 }).toEqual(['succeeded', 'failed', 'failed']);
    expect(await server.run('failed list', '--kind', 'action', '--account', account.id)).toEqual([]);
  });

  it('waits for an engine that is away', async () => {
    const { hostingId: id } = await buy('Throttled');
    const lost = { operation: 'resize', target: `vps-${id}`, code: 'unreachable', message: 'Away.' } as const;
    await failNext(vps(), { ...lost, times: 1 });
    await send(id, 11);
    const [throttling] = await listThrottlings(id);
    await server.untilPostponed(throttling?.id ?? 0);
    server.clock.advance(HOUR / 2);
    await untilLimit(id, 7);
    await expect.poll(() => throttlings(id), { interval: 200 }).toEqual(['succeeded']);
  });

  it('is repeated by staff at once', async () => {
    const { hostingId: id } = await buy('Throttled');
    const refusal = { operation: 'resize', target: `vps-${id}`, code: 'refused', message: 'No.' } as const;
    await failNext(vps(), { ...refusal, times: 1 });
    await send(id, 11);
    await expect.poll(() => throttlings(id), { interval: 200 }).toEqual(['failed']);
    const [failed] = await server.run<{ id: number }[]>(
      'action list',
      '--account',
      account.id,
      '--status',
      'unresolved',
    );
    await server.run('action retry', '--id', failed?.id ?? 0);
    await untilLimit(id, 7);
  });
});

describe('hostler traffic list', () => {
  interface Listed {
    readonly hosting_id: number;
    readonly out_bytes: number;
  }
  const list = (...args: (string | number)[]) => server.run<Listed[]>('traffic list', '--account', account.id, ...args);
  const idsOf = (rows: readonly Listed[]) => rows.map(({ hosting_id }) => hosting_id);

  it('lists servers by outbound traffic, with what is included, billed and throttled', async () => {
    await server.operator.plans.create({ name: 'Unmetered', price: 1000 });
    const [free, throttled, billed] = [await buy('Unmetered'), await buy('Throttled'), await buy('Billed')];
    await send(free.hostingId, 50);
    await send(throttled.hostingId, 12);
    await send(billed.hostingId, 13);
    await untilLimit(throttled.hostingId, 7);
    const month = monthIn('UTC', server.clock.now());
    const about = { month, account_id: account.id, hostname: 'shop.example.com', in_bytes: 0 };
    expect(await list()).toEqual([
      {
        ...{ ...about, account_name: expect.any(String), hosting_id: free.hostingId, out_bytes: 50 * GB },
        ...{ included_bytes: null, billable_bytes: 0, beyond: null, throttled_mbps: null },
      },
      expect.objectContaining({
        ...{ ...about, hosting_id: billed.hostingId, out_bytes: 13 * GB, included_bytes: 10 * GB },
        ...{ billable_bytes: 3 * GB, beyond: 'bill', throttled_mbps: null },
      }),
      expect.objectContaining({
        ...{ ...about, hosting_id: throttled.hostingId, out_bytes: 12 * GB, included_bytes: 10 * GB },
        ...{ billable_bytes: 0, beyond: 'throttle', throttled_mbps: 7 },
      }),
    ]);
    expect(idsOf(await list('--status', 'throttled'))).toEqual([throttled.hostingId]);
    expect(idsOf(await list('--status', 'billable'))).toEqual([billed.hostingId]);
    expect(idsOf(await list('--text', 'SHOP.example'))).toHaveLength(3);
    expect(await list('--text', 'other.example')).toEqual([]);
    expect(idsOf(await list('--limit', 1, '--after', free.hostingId))).toEqual([billed.hostingId]);
    enterNextMonth();
    expect(idsOf(await list('--month', month))).toHaveLength(3);
    expect(await list()).toEqual([]);
    expect(await list('--month', month, '--status', 'throttled')).toEqual([]);
  });

  it('has pages and a total in the operator API', async () => {
    for (const gigabytes of [1, 3, 2]) await send((await buy('Throttled')).hostingId, gigabytes);
    const support = await signInStaff(server, 'support');
    const { status, body } = await support.get(`/traffic?account=${account.id}&per_page=2&page=2`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [{ out_bytes: GB }], meta: { total: 3 } });
  });
});

describe('a plan that bills', () => {
  it('invoices each started GB after the month, once, with the measured figure', async () => {
    const { id, hostingId } = await buy('Billed');
    await send(hostingId, 10);
    await send(hostingId, 4.2);
    expect(await traffic(hostingId)).toMatchObject({ billable_bytes: 4.2 * GB, beyond: 'bill' });
    await bill();
    expect(await linesOf()).toEqual([]);
    const month = enterNextMonth();
    await Promise.all([bill(), bill()]);
    await bill();
    expect(await linesOf()).toMatchObject([
      {
        description: `Billed (shop.example.com): 5 GB of traffic beyond the included 10 GB in ${month}`,
        ...{ quantity: 5, unit_price: 30, amount: 150, kind: 'usage' },
        explanation: { steps: expect.arrayContaining([{ label: 'Sent', value: '14,200,000,000 bytes' }]) },
      },
    ]);
    const invoice = (await invoices()).find(({ items }) => items.some(({ amount }) => amount === 150));
    expect(invoice).toMatchObject({ subscription_id: id });
  });

  it('throttles at the cap, which is the price of a month until the customer raises it', async () => {
    const { id, hostingId } = await buy('Billed');
    const cap = (traffic_cap: number | null) =>
      server.post('/subscriptions/traffic-cap', account.live, { id, traffic_cap });
    expect((await cap(999)).status).toBe(422);
    // 33 GB of 0.30 € are the most below 10 €.
    await send(hostingId, 40);
    expect(await limitOf(hostingId)).toBeUndefined();
    await send(hostingId, 10);
    await untilLimit(hostingId, 10);
    const raised = await cap(1500);
    expect([raised.status, raised.body.data.traffic_cap]).toEqual([200, 1500]);
    await follow();
    await untilLimit(hostingId, undefined);
    await send(hostingId, 100);
    await untilLimit(hostingId, 10);
    enterNextMonth();
    await bill();
    expect(await linesOf()).toMatchObject([{ quantity: 1, amount: 1500 }]);
  });

  it('bills traffic by the cap at its time, whatever the cap is later', async () => {
    const { id, hostingId } = await buy('Billed');
    const cap = async (traffic_cap: number | null) =>
      expect((await server.post('/subscriptions/traffic-cap', account.live, { id, traffic_cap })).status).toBe(200);
    await cap(1500);
    await send(hostingId, 50);
    // Lowered after use.
    await cap(null);
    await send(hostingId, 1);
    await untilLimit(hostingId, 10);
    enterNextMonth();
    // Raised for the new month, before the old one is billed.
    await cap(5000);
    await bill();
    expect(await linesOf()).toMatchObject([{ quantity: 1, amount: 1200 }]);
  });

  it('bills traffic by the plan at its time, whatever the plan is later', async () => {
    const { hostingId } = await buy('Wide');
    const change = (plan: string) => server.finish(server.operator.hosting.resize({ id: hostingId, plan }));
    // Included in the first plan.
    await send(hostingId, 40);
    await change('Billed');
    await send(hostingId, 4);
    expect(await traffic(hostingId)).toMatchObject({ out_bytes: 44 * GB, billable_bytes: 4 * GB });
    // A change at the end of the month saves nothing.
    await change('Wide');
    await send(hostingId, 30);
    await change('Billed');
    await send(hostingId, 3);
    expect(await traffic(hostingId)).toMatchObject({ out_bytes: 77 * GB, billable_bytes: 7 * GB });
    await change('Wide');
    await send(hostingId, 1);
    enterNextMonth();
    await Promise.all([bill(), bill()]);
    expect(await linesOf()).toMatchObject([
      { quantity: 4, unit_price: 30, amount: 120 },
      { quantity: 3, unit_price: 30, amount: 90 },
    ]);
  });

  it('bills nothing that was sent in a free trial, and throttles it beyond the included traffic', async () => {
    const credit = { amount: 10_000, currency: 'EUR', reason: 'For a trial' };
    await server.operator.payments.grantCredit({ account_id: account.id, ...credit });
    const order = { plan: 'Trial', hostname: 'shop.example.com' };
    const { id, trial_ends_at } = (await server.post('/subscriptions', account.live, order)).body.data;
    const { hosting_id } = await server.until(`/subscriptions/show?id=${id}`, account.live, isActive);
    const hostingId = Number(hosting_id);
    await send(hostingId, 14);
    await untilLimit(hostingId, 10);
    expect(await traffic(hostingId)).toMatchObject({ out_bytes: 14 * GB, billable_bytes: 0 });
    server.clock.advance(Date.parse(trial_ends_at ?? '') + 2 * MINUTE - server.clock.now());
    // The trial ended between this reading and the one before.
    await send(hostingId, 5);
    await follow();
    await untilLimit(hostingId, undefined);
    await send(hostingId, 2);
    expect(await traffic(hostingId)).toMatchObject({ out_bytes: 21 * GB, billable_bytes: 2 * GB });
    enterNextMonth();
    await bill();
    expect(await linesOf()).toMatchObject([{ quantity: 2, amount: 60 }]);
  });

  it('bills the last month of a terminated server', async () => {
    const { hostingId } = await buy('Billed');
    await send(hostingId, 12);
    await server.finish(server.operator.hosting.terminate({ id: hostingId }));
    enterNextMonth();
    await bill();
    expect(await linesOf()).toMatchObject([{ quantity: 2, amount: 60 }]);
  });

  it('bills no month that a run for a future day only assumes to be over', async () => {
    const { hostingId } = await buy('Billed');
    await send(hostingId, 12);
    await server.operator.billing.run({ at: server.clock.now() + 40 * 24 * HOUR, yes: true });
    expect(await linesOf()).toEqual([]);
  });
});

const TAKEN = sql<{ id: number }, { billed_at: number | null }>(
  'select billed_at from hosting_traffic_months where hosting_id = :id',
);

it('leaves the month unbilled if its invoice cannot be stored', async () => {
  const { hostingId } = await buy('Billed');
  await send(hostingId, 12);
  enterNextMonth();
  const { db } = server.hostler;
  const month = monthIn('UTC', server.clock.now() - 24 * HOUR);
  const billing = db.write(function* () {
    yield* server.hostler.customer.subscriptions.billTraffic(account.id, hostingId, month, server.clock.now());
    throw new Error('killed');
  });
  await expect(billing).rejects.toThrow('killed');
  expect(await db.read(TAKEN.all({ id: hostingId }))).toEqual([{ billed_at: null }]);
  await bill();
  expect(await linesOf()).toHaveLength(1);
});

describe('the terms of a plan', () => {
  it('need a price for each currency if they bill, and included traffic if they say anything', async () => {
    const { plans } = server.operator;
    const details = (terms: object) =>
      plans.create({ name: 'Bad', price: 1, ...terms }).then(
        () => [],
        ({ details }: { details: { field: string }[] }) => details.map(({ field }) => field),
      );
    expect(await details({ traffic_included_gb: 1, traffic_beyond: 'bill' })).toEqual(['traffic_price']);
    expect(await details({ traffic_included_gb: -1 })).toEqual(['traffic_included_gb']);
    expect(await details({ traffic_throttle_mbps: 5 })).toEqual(['traffic_included_gb']);
    const price = [{ currency: 'EUR', price: 1 }];
    expect(await details({ traffic_included_gb: 1, traffic_prices: price })).toEqual(['traffic_price']);
  });

  it('are set by the commands and shown to customers', async () => {
    const options = ['--traffic-included-gb', '20', '--traffic-beyond', 'bill', '--traffic-price', 'EUR:5'];
    await server.run('plan create', '--name', 'Shown', '--price', '500', ...options);
    const { body } = await server.get('/subscriptions/plans', account.live);
    const plans = body.data as unknown as { name: string; prices: object[] }[];
    const shown = { traffic_included_gb: 20, traffic_beyond: 'bill', traffic_throttle_mbps: 10 };
    expect(plans.find(({ name }) => name === 'Shown')).toMatchObject({ ...shown, prices: [{ traffic_price: 5 }] });
    const changed = await server.run('plan change', '--id', 'Shown', '--unmetered');
    expect(changed).toMatchObject({ traffic_included_gb: null, traffic_beyond: null, traffic_prices: [] });
  });
});
