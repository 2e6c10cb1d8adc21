import { sql } from '@hostler/database';
import type { OrderedSubscription } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import type { RunLine } from '../run/step.ts';

let server: TestServer;
let account: TestAccount;
let start: number;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated' } });
  server.clock.standStill();
  // The second day of a month: no test reaches the next month.
  const now = new Date(server.clock.now());
  server.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - now.getTime());
  start = server.clock.now();
  const { plans, coupons } = server.operator;
  await plans.create({ name: 'H', prices: [{ period: 'hourly', currency: 'EUR', price: 100, monthly_cap: 30_000 }] });
  await plans.create({ name: 'H2', prices: [{ period: 'hourly', currency: 'EUR', price: 200, monthly_cap: 60_000 }] });
  await plans.create({
    name: 'Capped',
    prices: [{ period: 'hourly', currency: 'EUR', price: 100, monthly_cap: 6000 }],
  });
  await plans.create({ name: 'Trial', price: 990, trial_days: 10 });
  await coupons.create({ code: 'ONE', percent: 10, periods: 1 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.createAccount();
});

/** Places an order and returns it. If it has a server, waits until the server runs. */
const order = async (plan = 'H', more: object = {}, key = account.live) => {
  const body = { plan, hostname: 'shop.example.com', ...more };
  const answer = await server.post('/subscriptions', key, body);
  if (key === account.live && answer.status === 201 && answer.body.data.hosting_id !== null) {
    const path = `/subscriptions/show?id=${answer.body.data.id}`;
    const isActive = ({ status }: OrderedSubscription) => status === 'active';
    answer.body.data = await server.until<OrderedSubscription>(path, key, isActive);
  }
  return answer;
};
const giveCredit = (amount: number) =>
  server.operator.payments.grantCredit({ account_id: account.id, amount, currency: 'EUR', reason: 'test' });
const saveCard = (card: string, of = account) =>
  server.hostler.db.write(() => {
    const mandate = {
      reference: `${card}-${of.id}`,
      key: null,
      status: 'active',
      label: 'A card',
      expiresAt: null,
    } as const;
    return server.hostler.customer.payments.keepMethod(of.id, 'simulated', { ...mandate, fingerprint: card }, start);
  });
const MAILS = sql<{ account_id: number }, { kind: string }>(
  `select m.kind from mails as m join accounts as a on a.email = m.recipient
   where a.id = :account_id and m.kind = 'dunning' order by m.id`,
);
const countMails = async () => (await server.hostler.db.read(MAILS.all({ account_id: account.id }))).length;
const invoices = async () => (await server.get('/billing/invoices?sort=asc', account.live)).body.data;
const show = async (id: number) => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data;
const usage = async () => (await invoices()).flatMap(({ items }) => items.filter(({ kind }) => kind === 'usage'));

async function run(at: number): Promise<string[]> {
  const lines: RunLine[] = [];
  await server.operator.billing.run({ at, onLine: (line) => lines.push(line) });
  return lines.filter(({ account_id }) => account_id === account.id).map(({ what }) => what);
}
/** Runs billing every `step` hours within a range of hours after the start. */
async function runHours(from: number, to: number, step = 1): Promise<void> {
  for (let hours = from; hours <= to; hours += step) await run(start + hours * HOUR - 1);
}

describe('a new hourly order', () => {
  it('requires credit for 7 days of all hourly servers together, even if two orders arrive at once', async () => {
    await giveCredit(1);
    const refused = await order();
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('€70.00')]);
    expect((await order('H', {}, account.test)).status).toBe(409);
    await giveCredit(7000 + 6998);
    const both = await Promise.all([order(), order()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await giveCredit(1);
    expect((await order()).status).toBe(201);
    expect((await order()).status).toBe(409);
  });

  it('requires no credit if the account is trusted, a payment method is saved, or staff create the order', async () => {
    expect((await order()).status).toBe(409);
    await server.operator.subscriptions.create({ account_id: account.id, plan: 'H', hostname: 'a.example.com' });
    await saveCard('sim_ok');
    expect((await order()).status).toBe(201);
    account = await server.createAccount();
    await server.run('account trust', '--id', account.id);
    expect((await order()).status).toBe(201);
  });

  it('requires credit for the larger plan when its plan is changed', async () => {
    await giveCredit(7000);
    const { id } = (await order()).body.data;
    const change = { id, plan: 'H2', expected_amount: 0 };
    expect((await server.post('/subscriptions/change', account.live, change)).status).toBe(409);
    await giveCredit(7000);
    expect((await server.post('/subscriptions/change', account.live, change)).status).toBe(200);
  });
});

describe('hourly usage', () => {
  it('covered by credit is reported at 50 % and 80 %, suspended when credit is used up, and resumed when paid', async () => {
    await giveCredit(7000);
    const { id } = (await order()).body.data;
    await runHours(1, 34);
    expect(await countMails()).toBe(0);
    await runHours(35, 36);
    expect(await countMails()).toBe(1);
    await runHours(37, 57);
    expect(await countMails()).toBe(2);
    // 80 % were reached in hour 56: all of it in hour 70, and 48 hours after the mail in hour 104.
    await runHours(58, 103, 3);
    expect(await show(id)).toMatchObject({ status: 'active' });
    await runHours(104, 106);
    expect(await show(id)).toMatchObject({ status: 'suspended' });
    expect(await countMails()).toBe(3);
    const [invoice] = await invoices();
    const used = invoice?.total ?? 0;
    expect(used).toBeGreaterThanOrEqual(10_400);
    // Suspended servers cost nothing.
    await runHours(107, 150, 10);
    expect(await usage()).toHaveLength(1);
    await server.operator.payments.create({ invoice_id: invoice?.id ?? 0 });
    expect(await show(id)).toMatchObject({ status: 'active' });
  });

  it('up to the limit of a saved payment method is invoiced and charged, and no hour is billed twice', async () => {
    await saveCard('sim_ok');
    const { id } = (await order('Capped', { coupon: 'ONE' })).body.data;
    await runHours(1, 50);
    const paid = async () => (await invoices()).map(({ status, total }) => [status, total]);
    await expect.poll(paid).toEqual([['paid', 4500]]);
    const limits = await server.run<object>('account usage-limit', '--account', account.id);
    expect(limits).toMatchObject({ limit: 20_000, saved_method: true, unpaid_usage: 0 });
    // Without a new limit the rest would be on the invoice of the month.
    await server.run('account usage-limit', '--account', account.id, '--amount', 500);
    await runHours(56, 62);
    await expect.poll(async () => (await invoices()).at(-1)?.status).toBe('paid');
    const monthEnd = Date.UTC(new Date(start).getUTCFullYear(), new Date(start).getUTCMonth() + 1, 1);
    await run(monthEnd);
    const items = (await invoices()).flatMap((invoice) => invoice.items);
    const sum = (kind: string) => items.reduce((all, item) => all + (item.kind === kind ? item.amount : 0), 0);
    expect(items.filter(({ kind }) => kind === 'usage').length).toBeGreaterThanOrEqual(2);
    // The cap and the coupon hold over the whole month.
    expect([sum('usage'), sum('discount')]).toEqual([6000, -600]);
    expect(await show(id)).toMatchObject({ status: 'active' });
  });

  it('whose charge is declined is suspended 48 hours after the mail, and new orders are refused', async () => {
    await saveCard('sim_hard');
    const { id } = (await order()).body.data;
    await runHours(1, 41);
    expect(await countMails()).toBe(2);
    await runHours(50, 52);
    expect((await invoices()).map(({ status }) => status)).toEqual(['unpaid']);
    server.clock.advance(52 * HOUR);
    expect((await order()).status).toBe(409);
    server.clock.advance(-52 * HOUR);
    const FAILED = sql<{ account_id: number }, { count: number }>(
      `select count(*) as count from payments where account_id = :account_id and status = 'failed'`,
    );
    const failed = async () => Number((await server.hostler.db.read(FAILED.one({ account_id: account.id })))?.count);
    await expect.poll(failed).toBe(1);
    await runHours(86, 86);
    expect(await show(id)).toMatchObject({ status: 'active' });
    await runHours(89, 92);
    expect(await show(id)).toMatchObject({ status: 'suspended' });
  });

  it('of servers older than the usage limit is not suspended for 14 days', async () => {
    await giveCredit(7000);
    const { id } = (await order()).body.data;
    const INSTALL = sql<{ at: number }>(`update migrations set applied_at = :at where id = 'subscriptions-008'`);
    await server.hostler.db.write(() => INSTALL.run({ at: start + 1 }));
    await runHours(1, 14 * 24, 12);
    expect(await countMails()).toBe(2);
    expect(await show(id)).toMatchObject({ status: 'active' });
    await runHours(14 * 24 + 1, 14 * 24 + 2);
    expect(await show(id)).toMatchObject({ status: 'suspended' });
    await server.hostler.db.write(() => INSTALL.run({ at: 1 }));
  });

  it('of an order created by staff is never suspended', async () => {
    const sold = await server.operator.subscriptions.create({ account_id: account.id, plan: 'H' });
    await runHours(1, 200, 20);
    expect(await show(sold.id)).toMatchObject({ status: 'active' });
    expect(await countMails()).toBe(0);
  });
});

describe('a trial', () => {
  it('is granted once per payment method, even in another account and after the method was removed', async () => {
    await saveCard('sim_slow');
    expect((await order('Trial')).body.data.trial_ends_at).not.toBeNull();
    const REMOVE = sql<{ account_id: number }>(
      `update payment_methods set status = 'removed' where account_id = :account_id`,
    );
    await server.hostler.db.write(() => REMOVE.run({ account_id: account.id }));
    account = await server.createAccount();
    await saveCard('sim_slow');
    expect((await order('Trial')).body.data).toMatchObject({ trial_ends_at: null, status: 'pending' });
    account = await server.createAccount();
    await saveCard('sim_refund_fails');
    expect((await order('Trial', {}, account.test)).body.data.trial_ends_at).not.toBeNull();
    expect((await order('Trial')).body.data.trial_ends_at).not.toBeNull();
  });
});

describe('the next check of hourly usage', () => {
  it('is not scheduled before usage can reach the next threshold', async () => {
    await giveCredit(7000);
    await order();
    await run(start + HOUR - 1);
    const CHECK = sql<{ account_id: number }, { check_at: number }>(
      'select check_at from usage_checks where account_id = :account_id',
    );
    const next = (await server.hostler.db.read(CHECK.one({ account_id: account.id })))?.check_at ?? 0;
    expect(next).toBe(start + HOUR - 1 + DAY);
  });
});

it('doctor lists the currencies in which hourly plans have no usage limit', async () => {
  const doctor = async () => await server.hostler.checks.find(({ name }) => name === 'usage limits')?.check(1_000);
  expect(await doctor()).toMatchObject({ advice: null });
  await server.operator.plans.create({
    name: 'Krona',
    prices: [{ period: 'hourly', currency: 'SEK', price: 100, monthly_cap: 30_000 }],
  });
  expect(await doctor()).toMatchObject({
    detail: 'Hourly plans are on sale without a usage limit: SEK.',
    advice: 'Set HOSTLER_USAGE_LIMIT, for example SEK:5000:20000.',
  });
  await server.operator.plans.setHidden('Krona', true);
  expect(await doctor()).toMatchObject({ advice: null });
});
