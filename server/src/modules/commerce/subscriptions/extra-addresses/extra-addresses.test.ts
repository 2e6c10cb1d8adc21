import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { Invoice, Subscription } from '@hostler/testing/api-types.ts';
import { byLane } from '@hostler/testing/lane.ts';
import { bundleBillingRun, killAtCommits, runBillingInProcess } from '@hostler/testing/server/killed-billing.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failNext } from '#engines/simulation/faults.ts';
import { monthStart } from '#kernel/calendar.ts';
import { DAY, HOUR } from '#kernel/time.ts';

interface Address {
  address: string;
  family: number;
  prefix: number;
  kind: string;
  reverse: string | null;
  action_id: number;
}

const PRICE = 311;
const OFFER = { extra_addresses_max: 3, extra_address_prices: [{ currency: 'EUR', price: PRICE }] };

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ byHand: ['billing.run'], env: { HOSTLER_TAX_SMALL_BUSINESS: 'on' } });
  const { plans } = server.operator;
  await plans.create({ name: 'Plain', price: 1000 });
  await plans.create({ name: 'Offering', price: 1000, ...OFFER });
  await plans.create({ name: 'Hourly', billing_period: 'hourly', price: 3, ...OFFER });
  await server.run('address pool create', '--network', '198.18.0.0/22', '--gateway', '198.18.0.1');
  await server.run('address pool create', '--network', '2001:db8:1::/64', '--gateway', '2001:db8:1::1');
  await server.run('address pool create', '--network', '198.18.8.0/30', '--gateway', '198.18.8.1', '--region', 'small');
  // Every test begins on the first day of a month.
  enterNextMonth();
  return server.stop;
});
beforeEach(async () => {
  account = await server.createAccount();
});

async function buy(plan: string): Promise<{ id: number; hostingId: number }> {
  const order = { account_id: account.id, plan, hostname: 'shop.example.com' };
  const { id } = await server.operator.subscriptions.create(order);
  return delivered(id);
}
async function delivered(id: number): Promise<{ id: number; hostingId: number }> {
  const isActive = ({ status }: Subscription) => status === 'active';
  const { hosting_id } = await server.until(`/subscriptions/show?id=${id}`, account.live, isActive);
  return { id, hostingId: Number(hosting_id) };
}
const add = (id: number, key = account.live, family = 4) =>
  server.post<Address>('/hosting/addresses', key, { id, family });
const remove = (id: number, address: string, key = account.live) =>
  server.post<Address>('/hosting/addresses/remove', key, { id, address });
const messageOf = ({ body }: { body: object }) => (body as { error?: { message: string } }).error?.message;
const list = async (id: number) =>
  (await server.get<Address[]>(`/hosting/addresses?id=${id}`, account.live)).body.data as unknown as Address[];
const extrasOf = async (id: number) => (await list(id)).filter(({ kind }) => kind === 'extra');
const ended = (actionId: number) =>
  server.until<{ status: string; error: { message: string } | null }>(
    `/actions/show?id=${actionId}`,
    account.live,
    ({ status }) => status === 'succeeded' || status === 'failed',
  );
async function added(id: number, family?: number): Promise<Address> {
  const { status, body } = await add(id, account.live, family);
  expect([status, body.message]).toEqual([202, 'Address added.']);
  expect(await ended(body.data.action_id)).toMatchObject({ status: 'succeeded' });
  return body.data;
}
const onMachine = async (id: number) => {
  const file = join(server.dataDir, 'simulated', 'vps', 'machines', `vps-${id}`, 'state.json');
  const { extra = [] } = JSON.parse(await readFile(file, 'utf8')) as { extra?: { address: string }[] };
  return extra.map(({ address }) => address);
};
const bill = () => server.operator.billing.run({ yes: true });
const linesOf = async () => {
  const invoices = (await server.get('/billing/invoices', account.live)).body.data as unknown as readonly Invoice[];
  const items = invoices.flatMap((invoice) => invoice.items);
  return items.filter(({ description }) => description.includes('extra address')).map(({ amount }) => amount);
};
/** Moves the clock into the next month. Returns the start of that month. */
function enterNextMonth(): number {
  const start = monthStart('UTC', server.clock.now(), 1);
  server.clock.advance(start + HOUR - server.clock.now());
  return start;
}
/** The price of a month from one time to another, computed apart from the code. */
function share(from: number, to: number): number {
  const [start, end] = [monthStart('UTC', from), monthStart('UTC', from, 1)];
  const left = (at: number) => Math.round((PRICE * Math.floor((end - at) / 1000)) / ((end - start) / 1000));
  return left(from) - left(to);
}
/** The same for each month of a longer time. */
function sharesOf(from: number, to: number): number[] {
  const end = monthStart('UTC', from, 1);
  return to <= end ? [share(from, to)] : [share(from, end), ...sharesOf(end, to)];
}
const SPANS = sql<{ account_id: number }, { started_at: number; ended_at: number | null; bill_from: number | null }>(
  'select started_at, ended_at, bill_from from subscription_addresses where account_id = :account_id order by id',
);
const spans = () => server.hostler.db.read(SPANS.all({ account_id: account.id }));

describe('an extra address', () => {
  it('is added to the server and removed again, and rests for all servers but this one', async () => {
    const { hostingId: id } = await buy('Offering');
    const { address, ...fields } = await added(id);
    expect(fields).toMatchObject({ family: 4, prefix: 22, gateway: '198.18.0.1', kind: 'extra', reverse: null });
    expect(await onMachine(id)).toEqual([address]);
    expect(await extrasOf(id)).toMatchObject([{ address, kind: 'extra' }]);
    const history = () => server.run('address history', '--address', address);
    expect(await history()).toMatchObject([{ hosting_id: id, released_at: null }]);
    // Domains of the server lead to its primary address only.
    const { body } = await server.get(`/hosting/show?id=${id}`, account.live);
    expect(body.data.ipv4).not.toContain(address);

    const removed = await remove(id, address);
    expect(removed.status).toBe(202);
    expect(await ended(removed.body.data.action_id)).toMatchObject({ status: 'succeeded' });
    expect([await onMachine(id), await extrasOf(id)]).toEqual([[], []]);
    expect(await history()).toMatchObject([{ hosting_id: id, released_at: expect.any(String) }]);
    const { hostingId: other } = await buy('Offering');
    expect((await added(other)).address).not.toBe(address);
    expect((await added(id)).address).toBe(address);
  });

  it('can be an IPv6 address, which counts and costs as much and comes back to the same server', async () => {
    const { hostingId: id } = await buy('Offering');
    const first = await added(id, 6);
    expect(first).toMatchObject({ family: 6, prefix: 64, gateway: '2001:db8:1::1', kind: 'extra' });
    const second = await added(id);
    expect((await extrasOf(id)).map(({ address }) => address)).toEqual([second.address, first.address]);
    expect(await onMachine(id)).toEqual([first.address, second.address]);
    await ended((await remove(id, first.address)).body.data.action_id);
    expect((await added(id)).address).not.toBe(first.address);
    expect((await added(id, 6)).address).toBe(first.address);
    expect((await add(id, account.live, 6)).status).toBe(409);
    enterNextMonth();
    await bill();
    // The first one was removed within a second.
    expect(await linesOf()).toHaveLength(3);
  });

  it('stays through a restart and a restored backup', async () => {
    const { hostingId: id } = await buy('Offering');
    const { address } = await added(id);
    await server.finish(server.operator.hosting.restart({ id }));
    const backup = await server.post<{ id: number; action_id: number }>('/backups', account.live, { hosting_id: id });
    expect(await ended(backup.body.data.action_id)).toMatchObject({ status: 'succeeded' });
    const restored = await server.post<{ action_id: number }>('/backups/restore', account.live, {
      id: backup.body.data.id,
    });
    expect(await ended(restored.body.data.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await onMachine(id)).toEqual([address]);
  });

  it('is refused beyond the maximum of the plan, and if the plan offers none', async () => {
    const { hostingId: plain } = await buy('Plain');
    const none = await add(plain);
    expect([none.status, messageOf(none)]).toEqual([
      409,
      'The plan of this server offers no extra addresses. Change the plan, or ask support.',
    ]);
    const { hostingId: id } = await buy('Offering');
    const made = await Promise.all([add(id), add(id), add(id), add(id), add(id)]);
    expect(made.map(({ status }) => status).sort()).toEqual([202, 202, 202, 409, 409]);
    const offer = await server.get(`/hosting/addresses/offer?id=${id}`, account.live);
    const terms = { price: PRICE, currency: 'EUR', tax_included: false };
    expect(offer.body.data).toEqual({ ...terms, families: [4, 6], max: 3, count: 3 });
    const nothing = await server.get(`/hosting/addresses/offer?id=${plain}`, account.live);
    const free = { price: null, currency: null, tax_included: false };
    expect(nothing.body.data).toEqual({ ...free, families: [], max: 0, count: 0 });
  });

  it('cannot be a primary, a foreign or an unknown address on removal', async () => {
    const { hostingId: id } = await buy('Offering');
    const [primary] = await list(id);
    const refused = await remove(id, primary?.address ?? '');
    expect([refused.status, messageOf(refused)]).toEqual([
      409,
      `${primary?.address} is the primary address of this server and cannot be removed.`,
    ]);
    const { address } = await added(id);
    const stranger = await server.createAccount();
    expect((await add(id, stranger.live)).status).toBe(404);
    expect((await remove(id, address, stranger.live)).status).toBe(404);
    expect((await remove(id, '203.0.113.99')).status).toBe(404);
    expect((await server.post('/hosting/addresses', account.live, { id, family: 5 })).status).toBe(422);
    const removals = await Promise.all([remove(id, address), remove(id, address)]);
    expect(removals.map(({ status }) => status).sort()).not.toContain(500);
    expect(await extrasOf(id).then((rows) => rows.length)).toBeLessThanOrEqual(1);
  });

  it('is not charged if no address is free', async () => {
    const { hostingId: id } = await buy('Offering');
    const MOVE = sql<{ id: number }>(`update hosting set region = 'small' where id = :id`);
    await server.hostler.db.write(() => MOVE.run({ id }));
    await server.run('address reserve', '--address', '198.18.8.2');
    const offer = await server.get(`/hosting/addresses/offer?id=${id}`, account.live);
    expect(offer.body.data).toMatchObject({ families: [4] });
    for (const family of [4, 6]) {
      const refused = await add(id, account.live, family);
      expect([refused.status, messageOf(refused)]).toEqual([
        409,
        `No IPv${family} address is free in the region of this server. Nothing was added or charged. Try again later, or ask support.`,
      ]);
    }
    expect(await spans()).toEqual([]);
  });

  it('is given back and not charged if the engine refuses it', async () => {
    const { hostingId: id } = await buy('Offering');
    const fault = { operation: 'setExtraAddresses', code: 'refused', message: 'No such network.' } as const;
    await failNext(join(server.dataDir, 'simulated', 'vps'), { ...fault, times: 1 });
    const { body } = await add(id);
    expect(await ended(body.data.action_id)).toMatchObject({ status: 'failed' });
    expect([await extrasOf(id), await onMachine(id), await spans()]).toEqual([[], [], []]);
    enterNextMonth();
    await bill();
    expect(await linesOf()).toEqual([]);
  });

  it('stays and is charged if the engine refuses its removal, and can be removed later', async () => {
    const { hostingId: id } = await buy('Offering');
    const { address } = await added(id);
    const fault = { operation: 'setExtraAddresses', code: 'refused', message: 'Not now.' } as const;
    await failNext(join(server.dataDir, 'simulated', 'vps'), { ...fault, times: 1 });
    const refused = await remove(id, address);
    expect(await ended(refused.body.data.action_id)).toMatchObject({ status: 'failed' });
    expect([await onMachine(id), await extrasOf(id)]).toMatchObject([[address], [{ address }]]);
    expect((await spans()).at(-1)).toMatchObject({ ended_at: null });
    const removed = await remove(id, address);
    expect([removed.status, await ended(removed.body.data.action_id)]).toMatchObject([202, { status: 'succeeded' }]);
    expect(await onMachine(id)).toEqual([]);
  });

  it('with a test key changes nothing', async () => {
    const { hostingId: id } = await buy('Offering');
    const simulated = await add(id, account.test);
    expect([simulated.status, simulated.body.data.kind]).toEqual([202, 'extra']);
    expect([await extrasOf(id), await spans()]).toEqual([[], []]);
    const { address } = await added(id);
    expect((await remove(id, address, account.test)).status).toBe(202);
    expect(await extrasOf(id)).toHaveLength(1);
  });
});

describe('a customer', () => {
  it('who must pay first needs a payment method, or credit for a month of all extra addresses', async () => {
    const order = await server.post<Subscription & { invoice: Invoice }>('/subscriptions', account.live, {
      plan: 'Offering',
      hostname: 'first.example.com',
    });
    await server.operator.payments.create({ invoice_id: order.body.data.invoice.id, method: 'transfer' });
    const { hostingId: id } = await delivered(order.body.data.id);
    const refused = await add(id);
    expect(refused.status).toBe(409);
    expect(messageOf(refused)).toContain('3.11');
    const credit = { account_id: account.id, amount: 2 * PRICE - 1, currency: 'EUR', reason: 'test' };
    await server.operator.payments.grantCredit(credit);
    await added(id);
    expect((await add(id)).status).toBe(409);
    await server.operator.payments.grantCredit({ ...credit, amount: 1 });
    await added(id);
  });

  it('cannot add one while the account is suspended or the subscription is not active', async () => {
    const { id: subscription, hostingId: id } = await buy('Offering');
    const { subscriptions } = server.hostler.customer;
    const now = server.clock.now();
    await server.hostler.db.write(() => subscriptions.cancel(account.id, subscription, false, now));
    expect(messageOf(await add(id))).toContain('Resume it first');
    const { hostingId: second } = await buy('Offering');
    await server.operator.accounts.suspend({ account_id: account.id, cause: 'abuse', reason: 'Spam.' });
    expect((await add(second)).status).toBeGreaterThanOrEqual(403);
    expect(await spans()).toEqual([]);
  });
});

describe('the bill', () => {
  it('has each address after the month, by the second, once', async () => {
    const { hostingId: id } = await buy('Offering');
    server.clock.advance(3 * DAY + 12_345);
    const first = await added(id);
    const second = await added(id);
    server.clock.advance(5 * DAY);
    await remove(id, second.address);
    const [a, b] = await spans();
    await bill();
    expect(await linesOf()).toEqual([]);
    const month = enterNextMonth();
    await Promise.all([bill(), bill()]);
    await bill();
    const expected = [share(a?.started_at ?? 0, month), share(b?.started_at ?? 0, b?.ended_at ?? 0)];
    expect(await linesOf()).toEqual(expected);
    expect((await spans()).map(({ bill_from }) => bill_from)).toEqual([month, null]);
    // Two whole months later, with one run.
    enterNextMonth();
    enterNextMonth();
    await bill();
    expect((await linesOf()).toSorted()).toEqual([...expected, PRICE, PRICE].toSorted());
    expect(await extrasOf(id)).toMatchObject([{ address: first.address }]);
  });

  it('keeps the price of the time when the address was added', async () => {
    await server.operator.plans.create({ name: 'Rising', price: 1000, ...OFFER });
    const { id: subscription, hostingId: id } = await buy('Rising');
    await added(id);
    const prices = [{ currency: 'EUR', price: 999 }];
    await server.operator.plans.change('Rising', { extra_address_prices: prices });
    const offer = await server.get(`/hosting/addresses/offer?id=${id}`, account.live);
    expect(offer.body.data).toMatchObject({ price: PRICE });
    expect(subscription).toBeGreaterThan(0);
    enterNextMonth();
    enterNextMonth();
    await bill();
    expect((await linesOf()).toSorted()).toContain(PRICE);
    expect(Math.max(...(await linesOf()))).toBe(PRICE);
  });

  it('ends with a terminated server, also of an hourly plan, and releases its addresses', async () => {
    const { hostingId: id } = await buy('Hourly');
    const { address } = await added(id);
    server.clock.advance(2 * DAY);
    await server.finish(server.operator.hosting.terminate({ id }));
    const [span] = await spans();
    expect(span?.ended_at).not.toBeNull();
    expect(await server.run('address history', '--address', address)).toMatchObject([
      { hosting_id: id, released_at: expect.any(String) },
    ]);
    enterNextMonth();
    await bill();
    expect(await linesOf()).toEqual([share(span?.started_at ?? 0, span?.ended_at ?? 0)]);
    enterNextMonth();
    await bill();
    expect(await linesOf()).toHaveLength(1);
  });

  it('omits the time in which the subscription is suspended', async () => {
    const { id: subscription, hostingId: id } = await buy('Offering');
    const { address } = await added(id);
    const statusOf = async () =>
      (await server.get<Subscription>(`/subscriptions/show?id=${subscription}`, account.live)).body.data.status;
    // The customer pays nothing.
    for (let weeks = 0; weeks < 12 && (await statusOf()) !== 'suspended'; weeks++) {
      server.clock.advance(7 * DAY);
      await bill();
    }
    expect(await statusOf()).toBe('suspended');
    const [before, ...none] = await spans();
    expect([none, before?.ended_at]).toEqual([[], expect.any(Number)]);
    expect(await extrasOf(id)).toMatchObject([{ address }]);
    server.clock.advance(40 * DAY);
    const invoices = (await server.get('/billing/invoices', account.live)).body.data as unknown as readonly Invoice[];
    for (const { id: invoice_id, status } of invoices) {
      if (status !== 'paid') await server.operator.payments.create({ invoice_id, method: 'transfer' });
    }
    await expect.poll(statusOf, { interval: 200 }).toBe('active');
    const [, after, ...more] = await spans();
    expect([more, after?.ended_at]).toEqual([[], null]);
    expect((after?.started_at ?? 0) - (before?.ended_at ?? 0)).toBeGreaterThanOrEqual(40 * DAY);
    const month = enterNextMonth();
    await bill();
    const parts = [[before?.started_at ?? 0, before?.ended_at ?? 0] as const, [after?.started_at ?? 0, month] as const];
    const expected = parts.flatMap(([from, to]) => sharesOf(from, to));
    expect((await linesOf()).toSorted()).toEqual(expected.toSorted());
    await remove(id, address);
    expect((await spans()).filter(({ ended_at }) => ended_at === null)).toEqual([]);
  });

  it('has every month once, if the run is killed at any of its commits', async () => {
    const program = await bundleBillingRun();
    const { hostingId: id } = await buy('Offering');
    await added(id);
    await added(id);
    const started = (await spans()).map(({ started_at }) => started_at);
    const month = enterNextMonth();
    enterNextMonth();
    const run = (commits: number) => runBillingInProcess(program, server, { at: server.clock.now(), commits });
    expect(await killAtCommits(run, byLane({ short: [1, 3], all: undefined }))).toBeGreaterThanOrEqual(2);
    await bill();
    const expected = [...started.map((at) => share(at, month)), PRICE, PRICE];
    expect((await linesOf()).toSorted()).toEqual(expected.toSorted());
  }, 120_000);
});

describe('the offer of a plan', () => {
  const refusals = (terms: object) =>
    server.operator.plans.create({ name: 'Bad', price: 1, ...terms }).then(
      () => [],
      ({ details }: { details: { field: string }[] }) => details.map(({ field }) => field),
    );

  it('has a price for each currency and at most 16 addresses', async () => {
    const prices = [{ currency: 'EUR', price: 1 }];
    expect(await refusals({ extra_addresses_max: 2 })).toEqual(['extra_address_price']);
    expect(await refusals({ extra_address_prices: prices })).toEqual(['extra_addresses_max']);
    expect(await refusals({ extra_addresses_max: 17, extra_address_prices: prices })).toEqual(['extra_addresses_max']);
    const free = [{ currency: 'EUR', price: 0 }];
    expect(await refusals({ extra_addresses_max: 1, extra_address_prices: free })).toEqual(['extra_address_price']);
  });

  it('is set by the commands and shown to customers', async () => {
    const options = ['--extra-addresses-max', '4', '--extra-address-price', 'EUR:200'];
    await server.run('plan create', '--name', 'Shown', '--price', '500', ...options);
    const { body } = await server.get('/subscriptions/plans', account.live);
    const plans = body.data as unknown as { name: string }[];
    const shown = { extra_addresses_max: 4, prices: [{ extra_address_price: 200 }] };
    expect(plans.find(({ name }) => name === 'Shown')).toMatchObject(shown);
    expect(await server.run('plan change', '--id', 'Shown', '--price', '600')).toMatchObject({
      ...{ extra_addresses_max: 4, extra_address_prices: [{ currency: 'EUR', price: 200 }] },
    });
    expect(await server.run('plan change', '--id', 'Shown', '--extra-addresses-max', '0')).toMatchObject({
      ...{ extra_addresses_max: 0, extra_address_prices: [] },
    });
  });
});
