import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  // Stop the clock, so that orders placed together are due together, even around midnight.
  server.clock.standStill();
  const { plans, coupons } = server.operator;
  const setup_fee = 500;
  await plans.create({ name: 'S', price: 990, setup_fee, images: ['debian/13', 'alpine/3.22'] });
  await plans.create({ name: 'Last', price: 990, stock: 1 });
  await plans.create({ name: 'Secret', price: 990, hidden: true });
  await plans.create({ name: 'Dollar', price: 990, currency: 'USD' });
  await plans.create({ name: 'Trial', price: 990, trial_days: 10 });
  await plans.create({ name: 'Hourly', prices: [{ period: 'hourly', currency: 'EUR', price: 2, monthly_cap: 900 }] });
  await coupons.create({ code: 'HALF', percent: 50, periods: 2 });
  await coupons.create({ code: 'OVER', percent: 50 });
  await coupons.end((await coupons.list()).find(({ code }) => code === 'OVER')?.code ?? '');
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.createAccount();
});

const order = (body: object, key = account.live) =>
  server.post('/subscriptions', key, { plan: 'S', hostname: 'shop.example.com', ...body });
const show = async (id: number) => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data;
/** Waits until the server runs. */
const untilActive = (id: number) =>
  server.until(`/subscriptions/show?id=${id}`, account.live, ({ status }) => status === 'active');
const pay = (invoice_id: number) => server.operator.payments.create({ invoice_id });
const invoices = async (query = '') => (await server.get(`/billing/invoices?sort=asc${query}`, account.live)).body.data;
const giveCredit = (amount: number) =>
  server.operator.payments.grantCredit({ account_id: account.id, amount, currency: 'EUR', reason: 'test' });
const subscriptions = () => server.hostler.customer.subscriptions;
const bill = async (at: number) =>
  (await server.hostler.db.write(() => subscriptions().bill([account.id], at))).map(({ invoice }) => invoice);
const STOCK = sql<{ name: string }, { stock: number }>('select stock from plans where name = :name');
const stockOf = async (name: string) => (await server.hostler.db.read(STOCK.one({ name })))?.stock;
const refusalOf = async (answer: ReturnType<typeof order>) => {
  const { status, body } = await answer;
  return [status, body.error.code];
};

describe('an order', () => {
  it('creates no server until its invoice is paid, and then creates it as ordered', async () => {
    const { status, body } = await order({ image: 'alpine/3.22' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'pending', hosting_id: null, next_invoice_at: null });
    const { invoice } = body.data;
    expect(invoice).toMatchObject({ status: 'unpaid', total: 1490 });
    expect(invoice?.items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['setup', 500],
      ['period', 990],
    ]);
    expect((await server.get('/hosting', account.live)).body.meta.total).toBe(0);
    await pay(invoice?.id ?? 0);
    const paid = await untilActive(body.data.id);
    expect(paid).toMatchObject({ next_invoice_at: expect.any(String) });
    const vps = await server.until(
      `/hosting/show?id=${paid.hosting_id}`,
      account.live,
      ({ status }) => status === 'running',
    );
    expect(vps).toMatchObject({ image: 'alpine/3.22', hostname: 'shop.example.com', subscription_id: paid.id });
  });

  it('is carried out immediately if credit pays it, or if the account is trusted', async () => {
    await giveCredit(2000);
    const paid = (await order({})).body.data;
    expect(paid).toMatchObject({ status: 'pending', hosting_id: expect.any(Number), invoice: { status: 'paid' } });
    await untilActive(paid.id);
    account = await server.createAccount();
    await server.run('account trust', '--id', account.id);
    const trusted = (await order({})).body.data;
    expect(trusted).toMatchObject({ hosting_id: expect.any(Number), invoice: { status: 'unpaid' } });
    await untilActive(trusted.id);
  });

  it('is cancelled with its invoice if it is not paid within 7 days, and releases its stock and its coupon', async () => {
    const made = (await order({ plan: 'Last', coupon: 'half' })).body.data;
    expect(made.invoice?.total).toBe(495);
    expect(await refusalOf(order({ plan: 'Last' }))).toEqual([409, 'CONFLICT']);
    const at = server.clock.now() + 7 * DAY;
    await server.operator.billing.run({ at });
    await server.operator.billing.run({ at });
    expect(await show(made.id)).toMatchObject({ status: 'cancelled' });
    expect((await invoices()).map(({ status, total }) => [status, total])).toEqual([
      ['cancelled', 495],
      ['paid', -495],
    ]);
    expect(await stockOf('Last')).toBe(1);
    const again = await order({ coupon: 'HALF' });
    expect(again.body.data.invoice?.total).toBe(995);
  });

  it('can be cancelled immediately by its customer, and a partial payment is paid out', async () => {
    const { id, invoice } = (await order({})).body.data;
    await server.operator.payments.record({ invoice_id: invoice?.id ?? 0, amount: 100, currency: 'EUR' });
    const { body } = await server.post(`/subscriptions/cancel?id=${id}`, account.live, {});
    expect(body.data).toMatchObject({ status: 'cancelled' });
    const balance = await server.get('/billing/balance', account.live);
    expect(balance.body.data).toMatchObject({ credit: 0, due: 0 });
    const payouts = await server.operator.payouts.list();
    expect(payouts.filter(({ account_id }) => account_id === account.id)).toMatchObject([{ amount: 100 }]);
  });

  it('can be cancelled after a partial credit note, and is carried out if a credit note covers the rest', async () => {
    const { id, invoice } = (await order({})).body.data;
    await server.operator.invoices.credit({ id: invoice?.id ?? 0, amount: 490, reason: 'A little less.' });
    expect((await server.post(`/subscriptions/cancel?id=${id}`, account.live, {})).status).toBe(200);
    expect((await server.get('/billing/balance', account.live)).body.data).toMatchObject({ credit: 0, due: 0 });
    const other = (await order({})).body.data;
    await server.operator.payments.record({ invoice_id: other.invoice?.id ?? 0, amount: 1000, currency: 'EUR' });
    await server.operator.invoices.credit({ id: other.invoice?.id ?? 0, amount: 490, reason: 'A little less.' });
    await untilActive(other.id);
  });

  it('for the last item in stock succeeds for one of two simultaneous customers', async () => {
    const other = await server.createAccount();
    const answers = await Promise.all([order({ plan: 'Last' }), order({ plan: 'Last' }, other.live)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await stockOf('Last')).toBe(0);
    await server.operator.plans.setStock('Last', 1);
  });

  it('is refused for hidden or unknown plans and invalid options', async () => {
    expect(await refusalOf(order({ plan: 'Secret' }))).toEqual([404, 'NOT_FOUND']);
    expect(await refusalOf(order({ plan: 'none' }))).toEqual([404, 'NOT_FOUND']);
    for (const wrong of [
      { image: 'windows' },
      { hostname: 'not a name' },
      { period: 'yearly' },
      { coupon: 'OVER' },
      { coupon: 'NEVER' },
      { ssh_keys: ['no key'] },
    ]) {
      expect(await refusalOf(order(wrong))).toEqual([422, 'VALIDATION_ERROR']);
    }
    expect((await server.get('/subscriptions', account.live)).body.meta.total).toBe(0);
  });

  it('sets the currency of the account, and an order in another currency is refused', async () => {
    expect((await order({ plan: 'Dollar' })).body.data.invoice).toMatchObject({ currency: 'USD' });
    expect(await refusalOf(order({ plan: 'S' }))).toEqual([409, 'CONFLICT']);
  });

  it('may name its currency, which must be that of the account', async () => {
    const prices = ['EUR', 'USD'].map((currency) => ({ period: 'monthly' as const, currency, price: 990 }));
    await server.operator.plans.create({ name: 'Both', prices });
    const named = async (plan: string, currency: string) => {
      const { status, body } = await order({ plan, currency });
      return [status, status === 201 ? body.data.currency : body.error.details?.map(({ message }) => message)];
    };
    expect(await named('S', 'USD')).toEqual([422, ['must be a currency that S has a price in: EUR.']]);
    expect(await named('Both', 'CHF')).toEqual([422, ['must be a currency that Both has a price in: EUR, USD.']]);
    expect(await named('Both', 'USD')).toEqual([201, 'USD']);
    expect(await named('Both', 'EUR')).toEqual([422, ['must be USD, the currency of this account.']]);
    expect(await named('Both', 'usd')).toEqual([422, ['must be USD, the currency of this account.']]);
    expect(await named('Both', 'USD')).toEqual([201, 'USD']);
    expect((await order({ plan: 'Both' })).body.data.currency).toBe('USD');
    expect((await server.get('/subscriptions', account.live)).body.meta.total).toBe(3);
  });

  it('is refused with QUOTA_EXCEEDED while 5 orders are unpaid', async () => {
    for (let count = 0; count < 5; count++) expect((await order({})).status).toBe(201);
    expect(await refusalOf(order({}))).toEqual([409, 'QUOTA_EXCEEDED']);
  });

  it('with a test key returns a response, stores nothing, takes no stock and sends no mail', async () => {
    // Count mails of this account only: invoices of other accounts are still being sent.
    const mails = sql<{ account_id: number }, { count: number }>(
      `select count(*) as count from mails as m join accounts as a on a.email = m.recipient where a.id = :account_id`,
    );
    const sent = async () => (await server.hostler.db.read(mails.one({ account_id: account.id })))?.count;
    const { status, body } = await order({ plan: 'Last' }, account.test);
    expect([status, body.data.status]).toEqual([201, 'pending']);
    expect([await stockOf('Last'), await sent()]).toEqual([1, 0]);
    expect((await server.get('/subscriptions', account.live)).body.meta.total).toBe(0);
    expect(await invoices()).toEqual([]);
  });

  it('requires the scope billing.write', async () => {
    const reader = await server.createKey(account.id, 'live', { scopes: ['billing.read'] });
    expect(await refusalOf(order({}, reader.key))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('a trial', () => {
  it('requires a payment method or credit, is free until its end, once per account, and is billed from there', async () => {
    expect(await refusalOf(order({ plan: 'Trial' }))).toEqual([409, 'CONFLICT']);
    await giveCredit(1);
    const { body } = await order({ plan: 'Trial' });
    expect(body.data).toMatchObject({ status: 'pending', invoice: null, trial_ends_at: expect.any(String) });
    await untilActive(body.data.id);
    const second = (await order({ plan: 'Trial' })).body.data;
    expect(second).toMatchObject({ status: 'pending', trial_ends_at: null, invoice: { total: 990 } });
    const end = server.clock.now() + 10 * DAY;
    expect(await bill(end - HOUR)).toEqual([]);
    const [first, ...more] = await bill(end);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ total: 990, items: [{ period_start: body.data.trial_ends_at }] });
    expect(await bill(end + DAY)).toEqual([]);
  });
});

describe('an hourly subscription', () => {
  it('costs every started hour, is billed after the month, and once more when it ends', async () => {
    await giveCredit(210);
    const { id, ...made } = (await order({ plan: 'Hourly' })).body.data;
    expect(made).toMatchObject({ status: 'pending', invoice: null });
    await untilActive(id);
    const start = server.clock.now();
    const monthEnd = Date.parse(made.current_period_end);
    expect(await bill(monthEnd - 1)).toEqual([]);
    const [usage] = await bill(monthEnd);
    const hours = Math.ceil((monthEnd - start) / HOUR);
    expect(usage).toMatchObject({ items: [{ kind: 'usage', amount: Math.min(900, hours * 2) }] });
    expect(await bill(monthEnd)).toEqual([]);
    const end = monthEnd + 90 * 60_000;
    const before = (await invoices()).length;
    await server.hostler.db.write(() => subscriptions().cancel(account.id, id, true, end));
    const last = (await invoices()).slice(before);
    // Usage continues from its start, so one or two hours begin within an hour and a half.
    expect(last).toMatchObject([{ items: [{ kind: 'usage', quantity: expect.any(Number) }] }]);
    expect([1, 2]).toContain(last[0]?.items[0]?.quantity);
    expect(await bill(end + 60 * DAY)).toEqual([]);
  });
});

describe('a renewal', () => {
  it('is invoiced once, 7 days before the period, due when it begins, with the renewals of the same day', async () => {
    await server.run('account trust', '--id', account.id);
    const first = (await order({ coupon: 'HALF' })).body.data;
    await untilActive((await order({})).body.data.id);
    await untilActive(first.id);
    const end = Date.parse(first.current_period_end);
    expect(await bill(end - 7 * DAY - HOUR)).toEqual([]);
    const at = end - 7 * DAY + HOUR;
    const renewed = await bill(at);
    expect(renewed).toMatchObject([{ subscription_id: null, total: 990 + 495, due_at: expect.any(String) }]);
    expect(Date.parse(renewed[0]?.due_at ?? '') - end).toBeLessThan(10_000);
    expect(await bill(at)).toEqual([]);
    const third = await bill(at + 31 * DAY);
    expect(third).toMatchObject([{ total: 1980 }]);
  });

  it('that is unpaid is cancelled with the subscription before it begins, and is billed again after a resume', async () => {
    await server.run('account trust', '--id', account.id);
    const { id, current_period_end } = (await order({})).body.data;
    await untilActive(id);
    const at = Date.parse(current_period_end) - 6 * DAY;
    await bill(at);
    await server.hostler.db.write(() => subscriptions().cancel(account.id, id, false, at));
    expect(await show(id)).toMatchObject({ cancel_at_period_end: true, ends_at: current_period_end });
    expect((await invoices()).map(({ status, total }) => [status, total])).toEqual([
      ['unpaid', 1490],
      ['cancelled', 990],
      ['paid', -990],
    ]);
    expect(await bill(at + 90 * DAY)).toEqual([]);
    const resume = () => server.post(`/subscriptions/resume?id=${id}`, account.live);
    expect((await resume()).body.data).toMatchObject({ cancel_at_period_end: false, ends_at: null });
    expect((await resume()).status).toBe(409);
    expect(await bill(at)).toMatchObject([{ total: 990 }]);
    expect(await bill(at)).toEqual([]);
  });

  /** Bills two periods that have not begun, as a run for a future time does. Returns their invoices. */
  async function billTwoAhead(end: string, now = Date.parse(end) - 20 * DAY) {
    const ahead = await bill(Date.parse(end) + 27 * DAY);
    expect(ahead).toHaveLength(2);
    return { now, ahead: ahead.toSorted((a, b) => Date.parse(a.due_at ?? '') - Date.parse(b.due_at ?? '')) };
  }
  const cancelAt = (id: number, now: number) =>
    server.hostler.db.write(() => subscriptions().cancel(account.id, id, false, now));

  it('that is unpaid is cancelled with all other renewals that have not begun, and the coupon applies again', async () => {
    await server.run('account trust', '--id', account.id);
    const { id, current_period_end } = (await order({ coupon: 'HALF' })).body.data;
    await untilActive(id);
    const { now, ahead } = await billTwoAhead(current_period_end);
    expect(ahead.map(({ total }) => total).toSorted()).toEqual([495, 990]);
    await cancelAt(id, now);
    expect(await show(id)).toMatchObject({ cancel_at_period_end: true, ends_at: current_period_end });
    const open = async () => (await invoices()).filter(({ status }) => status === 'unpaid');
    expect(await open()).toHaveLength(1);
    expect((await invoices()).reduce((sum, { total }) => sum + total, 0)).toBe((await open())[0]?.total);
    await server.post(`/subscriptions/resume?id=${id}`, account.live);
    const again = await billTwoAhead(current_period_end);
    expect(again.ahead.map(({ total }) => total).toSorted()).toEqual([495, 990]);
    await cancelAt(id, now);
    expect(await open()).toHaveLength(1);
  });

  it('that is unpaid stays due if a later one is paid, because the subscription runs until the end of that one', async () => {
    await server.run('account trust', '--id', account.id);
    const { id, current_period_end } = (await order({})).body.data;
    await untilActive(id);
    const { now, ahead } = await billTwoAhead(current_period_end);
    const later = ahead.find(({ items }) => items[0]?.period_start !== current_period_end);
    await server.operator.payments.record({ invoice_id: later?.id ?? 0, amount: 990, currency: 'EUR' });
    await cancelAt(id, now);
    expect(await show(id)).toMatchObject({ ends_at: later?.items[0]?.period_end });
    expect((await invoices()).map(({ status }) => status).toSorted()).toEqual(['paid', 'unpaid', 'unpaid']);
  });

  it('is not billed if the subscription was cancelled before, and the subscription ends with its period', async () => {
    await server.run('account trust', '--id', account.id);
    const { id, current_period_end } = (await order({})).body.data;
    await untilActive(id);
    await server.post(`/subscriptions/cancel?id=${id}`, account.live, {});
    const end = Date.parse(current_period_end);
    await server.operator.billing.run({ at: end - HOUR });
    expect(await show(id)).toMatchObject({ cancel_at_period_end: true });
    await server.operator.billing.run({ at: end + HOUR });
    expect(await show(id)).toMatchObject({ status: 'cancelled' });
    expect(await invoices()).toHaveLength(1);
  });
});
