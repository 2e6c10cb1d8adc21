import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { Invoice } from '@hostler/testing/api-types.ts';
import type { Given } from '@hostler/testing/server/operator.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setReachable } from '#engines/simulation/faults.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import { changeInvoice, findInvoice, insertInvoice } from '../invoices/store.ts';
import { changeSubscription, findSubscription } from './store.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  await server.operator.plans.create({ name: 'VPS S', price: 990, vcpus: 2, memory_mb: 2048 });
  await server.operator.plans.create({ name: 'Support', price: 12_000, billing_period: 'yearly', currency: 'USD' });
  await server.operator.plans.create({ name: 'Free', price: 0 });
});
afterAll(() => server.stop());

async function buy(plan = 'VPS S', options: Partial<Given<'subscriptions', 'create'>> = {}) {
  const { invoice, ...made } = await server.operator.subscriptions.create({ account_id: account.id, plan, ...options });
  if (!invoice) throw new Error('not invoiced');
  return { ...made, invoice };
}
const show = async (id: number) => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data;
const cancel = (id: number, body?: unknown, key = account.live) =>
  server.post(`/subscriptions/cancel?id=${id}`, key, body);
const invoicesOf = (id: number, query = '') =>
  server.get(`/subscriptions/invoices?subscription_id=${id}${query}`, account.live);

const EVENTS = sql<{ account_id: number; environment: string }, { type: string; data: string }>(
  `select type, data from events where account_id = :account_id and environment = :environment
     and (type like 'subscription.%' or type like 'payment.%') order by row_id`,
);
async function events(environment: 'live' | 'test' = 'live') {
  const rows = await server.hostler.db.read(EVENTS.all({ account_id: account.id, environment }));
  return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
}

/** Does what a billing run does to an unpaid invoice. */
async function letOverdue(subscriptionId: number, invoiceId: number): Promise<void> {
  await server.hostler.db.write(function* () {
    const invoice = yield* findInvoice(account.id, invoiceId);
    const subscription = yield* findSubscription(account.id, subscriptionId);
    if (!invoice || !subscription) throw new Error('not there');
    yield* changeInvoice(account.id, invoice, { status: 'overdue' });
    yield* changeSubscription(account.id, subscription, { status: 'past_due' });
  });
}

describe('a new subscription', () => {
  it('is active for one period of its plan, and emits subscription.created', async () => {
    const made = await buy('Support');
    const { invoice, warning, ...record } = made;
    expect(warning).toBeNull();
    expect(record).toMatchObject({
      name: 'Support',
      plan: 'Support',
      status: 'active',
      price: 12_000,
      currency: 'USD',
      billing_period: 'yearly',
      hosting_id: null,
      cancel_at_period_end: false,
      cancelled_at: null,
    });
    const [start, end] = [new Date(made.current_period_start), new Date(made.current_period_end)];
    expect(end.getUTCFullYear() - start.getUTCFullYear()).toBe(1);
    expect(await show(made.id)).toEqual(record);
    expect((await events()).at(-1)).toEqual({ type: 'subscription.created', data: record });
  });

  it('has a first invoice', async () => {
    const made = await buy('Support');
    const { body } = await invoicesOf(made.id);
    expect(body.data).toEqual([made.invoice]);
    expect(body.data[0]).toMatchObject({
      number: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
      subscription_id: made.id,
      status: 'unpaid',
      currency: 'USD',
      subtotal: 12_000,
      tax: 0,
      total: 12_000,
      amount_paid: 0,
      amount_due: 12_000,
      paid_at: null,
      items: [
        {
          description: 'Support',
          quantity: 1,
          unit_price: 12_000,
          amount: 12_000,
          period_start: made.current_period_start,
          period_end: made.current_period_end,
        },
      ],
    });
  });

  it('with a host name has a VPS with the size of the plan', async () => {
    const made = await buy('VPS S', { hostname: 'Shop.example.com' });
    expect(made).toMatchObject({ name: 'VPS S (shop.example.com)', hosting_id: expect.any(Number) });
    const vps = await server.until(
      `/hosting/show?id=${made.hosting_id}`,
      account.live,
      ({ status }) => status === 'running',
    );
    expect(vps).toMatchObject({
      hostname: 'shop.example.com',
      plan: 'VPS S',
      subscription_id: made.id,
      vcpus: 2,
      memory_mb: 2048,
    });
  });

  it('is not stored if its order is invalid', async () => {
    const total = async () => (await server.get('/subscriptions', account.live)).body.meta.total;
    const before = await total();
    await expect(buy('VPS S', { hostname: 'not a name' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(buy('none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(buy('VPS S', { account_id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await total()).toBe(before);
  });

  it('of a free plan has a paid invoice over zero', async () => {
    const { invoice } = await buy('Free');
    expect(invoice).toMatchObject({ status: 'paid', total: 0, amount_due: 0 });
    await expect(server.operator.payments.create({ invoice_id: invoice.id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('gets an invoice number without gaps, even if several are created at once', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => buy()));
    const numbers = made.map(({ invoice }) => Number(invoice.number.split('-')[2])).sort((a, b) => a - b);
    const first = numbers[0] ?? 0;
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => first + index));
  });
});

describe('cancelling a subscription', () => {
  it('sets cancel_at_period_end, emits no event, and can be repeated', async () => {
    const { id } = await buy();
    const before = (await events()).length;
    for (const body of [undefined, { immediately: false }]) {
      const answer = await cancel(id, body);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({ status: 'active', cancel_at_period_end: true, cancelled_at: null });
    }
    expect(await events()).toHaveLength(before);
  });

  it('immediately ends it, emits subscription.cancelled, and suspends its VPS without deleting the disk', async () => {
    const { id, hosting_id } = await buy('VPS S', { hostname: 'gone.example.com' });
    await server.until(`/subscriptions/show?id=${id}`, account.live, ({ status }) => status === 'active');
    await cancel(id);
    const { status, body } = await cancel(id, { immediately: true });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'cancelled', cancel_at_period_end: false });
    expect(body.data).toHaveProperty('cancelled_at', expect.stringMatching(/\+00:00$/));
    expect((await events()).at(-1)).toEqual({ type: 'subscription.cancelled', data: body.data });
    const vps = await server.until(
      `/hosting/show?id=${hosting_id}`,
      account.live,
      ({ status }) => status === 'suspended',
    );
    expect(vps).toMatchObject({ suspension_reason: 'The subscription was cancelled.' });
    const engine = createSimulatedVps({ dir: join(server.dataDir, 'simulated', 'vps') });
    expect(await engine.inspect(`vps-${hosting_id}`)).toMatchObject({ status: 'stopped' });
  });

  it('while the server is being created deletes the server', async () => {
    const engineDir = join(server.dataDir, 'simulated', 'vps');
    await setReachable(engineDir, false);
    const { id, hosting_id } = await buy('VPS S', { hostname: 'half-made.example.com' });
    const made = await server.get(`/hosting/show?id=${hosting_id}`, account.live);
    expect(made.body.data.status).not.toBe('running');
    expect((await cancel(id, { immediately: true })).body.data).toMatchObject({ status: 'cancelled' });
    await setReachable(engineDir, true);
    await server.until(`/hosting/show?id=${hosting_id}`, account.live, ({ status }) => status === 'terminated');
    const engine = createSimulatedVps({ dir: engineDir });
    expect(await engine.inspect(`vps-${hosting_id}`)).toBeUndefined();
  });

  it('is refused if it is already cancelled', async () => {
    const { id } = await buy();
    await cancel(id, { immediately: true });
    for (const body of [{}, { immediately: true }]) {
      const refused = await cancel(id, body);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    }
  });

  it('immediately also works if the VPS is already terminated or suspended', async () => {
    const suspended = await buy('VPS S', { hostname: 'a.example.com' });
    await server.until(`/subscriptions/show?id=${suspended.id}`, account.live, ({ status }) => status === 'active');
    await server.finish(server.operator.hosting.suspend({ id: Number(suspended.hosting_id) }));
    const terminated = await buy('VPS S', { hostname: 'b.example.com' });
    await server.until(`/subscriptions/show?id=${terminated.id}`, account.live, ({ status }) => status === 'active');
    await server.finish(server.operator.hosting.terminate({ id: Number(terminated.hosting_id) }));
    // The subscription is set to cancel, but its server is gone, so it cannot be resumed.
    const resumed = await server.post(`/subscriptions/resume?id=${terminated.id}`, account.live, {});
    expect(resumed.status).toBe(409);
    for (const { id } of [suspended, terminated]) expect((await cancel(id, { immediately: true })).status).toBe(200);
  });

  it('accepts only a boolean for immediately', async () => {
    const { id } = await buy();
    const { status, body } = await cancel(id, { immediately: 'yes' });
    expect([status, body.error.details?.[0]?.field]).toEqual([422, 'immediately']);
  });

  it('with a test key changes nothing, and emits the event to test webhooks only', async () => {
    const { id, hosting_id } = await buy('VPS S', { hostname: 'stays.example.com' });
    await server.until(`/hosting/show?id=${hosting_id}`, account.live, (v) => v.status === 'running');
    const live = await events();
    const { status, body } = await cancel(id, { immediately: true }, account.test);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id, status: 'cancelled' });
    expect(await show(id)).toMatchObject({ status: 'active' });
    expect((await server.get(`/hosting/show?id=${hosting_id}`, account.live)).body.data).toMatchObject({
      status: 'running',
    });
    expect(await events()).toEqual(live);
    expect((await events('test')).at(-1)).toMatchObject({ type: 'subscription.cancelled', data: { id } });
  });
});

describe('paying an invoice', () => {
  it('records the payment, settles the invoice and emits payment.received', async () => {
    const { id, invoice } = await buy();
    const payment = await server.operator.payments.create({ invoice_id: invoice.id, method: 'sepa' });
    const [paid] = (await invoicesOf(id)).body.data;
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 990, amount_due: 0, paid_at: expect.any(String) });
    expect(payment).toMatchObject({ amount: 990, currency: 'EUR', method: 'sepa', invoice: paid });
    expect((await events()).at(-1)).toEqual({ type: 'payment.received', data: payment });
    await expect(server.operator.payments.create({ invoice_id: invoice.id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(server.operator.payments.create({ invoice_id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('happens once if the payment is recorded several times simultaneously', async () => {
    const { invoice } = await buy();
    const before = (await events()).length;
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => server.operator.payments.create({ invoice_id: invoice.id })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await events()).toHaveLength(before + 1);
  });

  it('makes a past_due subscription active again', async () => {
    const { id, invoice } = await buy();
    await letOverdue(id, invoice.id);
    expect(await show(id)).toMatchObject({ status: 'past_due' });
    await server.operator.payments.create({ invoice_id: invoice.id });
    expect(await show(id)).toMatchObject({ status: 'active' });
  });

  it('keeps the subscription past_due until all overdue invoices are paid, even simultaneously', async () => {
    const { id, invoice } = await buy();
    await letOverdue(id, invoice.id);
    const others = await server.hostler.db.write(function* () {
      const first = yield* findInvoice(account.id, invoice.id);
      if (!first) throw new Error('not there');
      return [yield* insertInvoice(account.id, first, 2026), yield* insertInvoice(account.id, first, 2026)];
    });
    await server.operator.payments.create({ invoice_id: invoice.id });
    expect(await show(id)).toMatchObject({ status: 'past_due' });
    await Promise.all(others.map((other) => server.operator.payments.create({ invoice_id: other.id })));
    expect(await show(id)).toMatchObject({ status: 'active' });
  });
});

describe('the lists of subscriptions and invoices', () => {
  it('show only the own account, and require the scope billing.read', async () => {
    const { id } = await buy();
    const other = await server.createAccount();
    const writer = await server.createKey(account.id, 'live', { scopes: ['billing.write'] });
    const reader = await server.createKey(account.id, 'live', { scopes: ['billing.read'] });
    const invoices = `/subscriptions/invoices?subscription_id=${id}`;
    for (const path of ['/subscriptions', '/billing/invoices', `/subscriptions/show?id=${id}`, invoices]) {
      expect((await server.get(path, writer.key)).status).toBe(403);
      expect((await server.get(path, reader.key)).status).toBe(200);
    }
    expect((await cancel(id, {}, reader.key)).status).toBe(403);
    for (const path of [`/subscriptions/show?id=${id}`, invoices]) {
      expect((await server.get(path, other.live)).status).toBe(404);
    }
    expect((await cancel(id, {}, other.live)).status).toBe(404);
    expect((await server.get('/subscriptions/invoices', account.live)).body.error.code).toBe('MISSING_ID');
    expect((await server.get('/subscriptions/invoices?subscription_id=x', account.live)).body.error.code).toBe(
      'BAD_REQUEST',
    );
  });

  it('of one subscription has page links that keep the subscription, and can be searched by invoice number', async () => {
    const { id, invoice } = await buy();
    const { body } = await invoicesOf(id, '&per_page=10&status=unpaid');
    expect(body.meta).toMatchObject({ total: 1, per_page: 10, last_page: 1 });
    expect(body.links).toMatchObject({
      self: `/api/v1/subscriptions/invoices?page=1&per_page=10&subscription_id=${id}&status=unpaid`,
      next: null,
    });
    expect((await invoicesOf(id, `&search=${invoice.number.toLowerCase()}`)).body.meta.total).toBe(1);
    expect((await invoicesOf(id, '&search=INV-1999')).body.meta.total).toBe(0);
    expect((await invoicesOf(id, '&status=lost')).status).toBe(400);
  });

  it('of all invoices contains those of every subscription of the account, newest first', async () => {
    const owner = await server.createAccount();
    const buyThere = () => buy('VPS S', { account_id: owner.id });
    const [first, second] = [await buyThere(), await buyThere()];
    const all = (query = '') => server.get<Invoice[]>(`/billing/invoices${query}`, owner.live);
    const before = (await all()).body;
    expect(before.data.map(({ subscription_id }) => subscription_id)).toEqual([second.id, first.id]);
    const ofFirst = await server.get(`/subscriptions/invoices?subscription_id=${first.id}`, owner.live);
    expect(before.data[1]).toEqual(ofFirst.body.data[0]);
    await server.operator.payments.create({ invoice_id: first.invoice.id });
    expect((await all('?status=unpaid')).body).toMatchObject({ data: [{ id: second.invoice.id }], meta: { total: 1 } });
    expect((await all('?status=paid')).body).toMatchObject({ data: [{ id: first.invoice.id }], meta: { total: 1 } });
    expect((await all(`?search=${second.invoice.number}`)).body.meta.total).toBe(1);
  });

  it('have totals that are updated with every change', async () => {
    account = await server.createAccount();
    const total = async (query = '') => (await server.get(`/subscriptions${query}`, account.live)).body.meta.total;
    const [a, b, c] = [await buy('VPS S'), await buy('Support'), await buy('Support')];
    await cancel(a.id, { immediately: true });
    await cancel(b.id, {});
    await cancel(b.id, { immediately: true }, account.test);
    await letOverdue(c.id, c.invoice.id);
    const statuses = ['active', 'past_due', 'cancelled', 'suspended'];
    expect(await Promise.all(statuses.map((status) => total(`?status=${status}`)))).toEqual([1, 1, 1, 0]);
    expect([await total(), await total('?search=SUPPORT')]).toEqual([3, 2]);
    const unpaid = async () => (await invoicesOf(c.id, '&status=overdue')).body.meta.total;
    expect(await unpaid()).toBe(1);
    await server.operator.payments.create({ invoice_id: c.invoice.id });
    expect([await unpaid(), (await invoicesOf(c.id, '&status=paid')).body.meta.total]).toEqual([0, 1]);
    expect(await Promise.all(statuses.map((status) => total(`?status=${status}`)))).toEqual([2, 0, 1, 0]);
    expect(await server.operator.subscriptions.list({ account_id: account.id })).toHaveLength(3);
    const invoices = await server.operator.invoices.list({ account_id: account.id });
    expect(invoices.map(({ account_id }) => account_id)).toEqual([account.id, account.id, account.id]);
  });
});
