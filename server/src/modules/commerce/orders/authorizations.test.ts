import { join } from 'node:path';
import { sql } from '@hostler/database';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { createPerson } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedPayments, type SimulatedPayments } from '#engines/payment/simulated.ts';
import type { SignedEvent } from '#engines/payment/simulated-events.ts';
import { clearFaults, failNext } from '#engines/simulation/faults.ts';
import { DAY } from '#kernel/time.ts';
import type { OrderDetails } from './schemas.ts';

interface Subscription {
  id: number;
  status: string;
  in_review: boolean;
  hosting_id: number | null;
  invoice: { id: number } | null;
}
interface Payment {
  status: string;
  amount: number;
  failure: string | null;
  refunded_amount: number;
}

const STAFF = 'books@example.org';
const HELD = sql<{ account_id: number }, { state: string | null; until: number; reference: string }>(
  `select capture_state as state, authorized_until as until, reference from payments where account_id = :account_id
   order by id`,
);
const ORDER = sql<{ account_id: number }, { id: number }>(
  'select id from orders where account_id = :account_id order by id desc limit 1',
);
const PENDING_UNTIL = sql<{ id: number }, { pending_until: number | null }>(
  'select pending_until from subscriptions where id = :id',
);
const REFUNDS = sql<{ account_id: number }, object>('select id from payment_refunds where account_id = :account_id');

const JOBS = sql<object, { id: number }>(`select id from jobs where lane = 'payments' and due_at is not null`);
const POSTPONED = sql<object, { id: number }>(
  `select id from jobs where lane = 'payments' and attempts > 0 and leased_by is null`,
);

const SAVE_CARD = sql<{ account_id: number; key: string; card: string }, { id: number }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, :key, 'simulated', :card, 'A card', 'active', 0, 1) returning id`,
);

let server: TestServer;
let provider: SimulatedPayments;
/** The same provider, eight days later. */
let later: SimulatedPayments;
let dir: string;
let key: string;
let customers = 0;

beforeAll(async () => {
  const env = {
    HOSTLER_ORDER_REVIEW: 'all',
    HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated',
    HOSTLER_TAX_SMALL_BUSINESS: 'on',
    HOSTLER_SELLER_NAME: 'Seller',
    HOSTLER_SELLER_EMAIL: STAFF,
    HOSTLER_SELLER_IBAN: 'DE89370400440532013000',
  };
  server = await startTestServer({ env, byHand: ['payments.look', 'billing.run', 'orders.alert'] });
  server.clock.standStill();
  dir = join(server.dataDir, 'simulated', 'payments');
  const eventSecret = server.hostler.vault.sign('simulated payments', 'notices');
  provider = createSimulatedPayments({ dir, delayMs: 0, eventSecret });
  later = createSimulatedPayments({ dir, delayMs: 0, eventSecret, now: () => Date.now() + 8 * DAY });
  await server.operator.plans.create({ name: 'S', price: 1_000 });
  key = (await server.operator.operatorKeys.create({ name: 'billing key', role: 'billing', rate_limit: 100_000 })).key;
});
afterAll(() => server.stop());
afterEach(() => clearFaults(dir));

const get = <T>(path: string) => callOperatorApi<T>(server, 'GET', path, { 'x-api-key': key });
const decide = (path: string, body: object = {}) =>
  callOperatorApi<{ status: string }>(server, 'POST', path, { 'x-api-key': key }, body);
const tell = ({ body, headers }: SignedEvent) =>
  fetch(`${server.url}/payments/simulated/notices`, { method: 'POST', body: new Uint8Array(body), headers });

const untilNoJob = () => until(async () => (await server.hostler.db.read(JOBS.all({}))).length === 0);

/** A customer with an order in review. */
async function createOrder({ isTrusted = false } = {}) {
  const person = await createPerson(server, `customer${++customers}`);
  const { accountId: account_id, email } = person;
  const { key: live } = await server.createKey(account_id, 'live');
  const panel = await person.signIn();
  if (isTrusted) await server.run('account trust', '--id', account_id);
  const { body } = await server.post<Subscription>('/subscriptions', live, { plan: 'S', hostname: 'shop.example.com' });
  const { id, invoice } = body.data;
  const invoiceId = invoice?.id ?? 0;
  const order = (await server.hostler.db.read(ORDER.one({ account_id })))?.id ?? 0;
  const asked = { account_id, invoice_id: invoiceId, driver: 'simulated', return_path: '/billing' };
  const startPaying = async () => {
    const { status, body } = await panel.post<{ next: { url: string } }>('/billing/pay', asked);
    if (status !== 200) return { status, message: body.error.message, reference: '' };
    return { status, reference: new URL(body.data.next.url, server.url).searchParams.get('reference') ?? '' };
  };
  return {
    ...{ account_id, email, id, invoiceId, order, startPaying },
    /** Pays on the page of the provider. Returns its reference. */
    async payOnPage(card = 'sim_ok'): Promise<string> {
      const { reference } = await startPaying();
      for (const event of await provider.decide(reference, card)) expect((await tell(event)).status).toBe(200);
      return reference;
    },
    details: async () => (await get<OrderDetails>(`/orders/show?id=${order}`)).body.data,
    /** Pays in the panel by a saved card. */
    async payBySavedCard(card: string) {
      const id = (await server.hostler.db.write(() => SAVE_CARD.one({ account_id, key: `m:${account_id}`, card })))?.id;
      const asked = { account_id, invoice_id: invoiceId, method_id: id, return_path: '/billing' };
      expect((await panel.post('/billing/pay', asked)).status).toBe(200);
    },
    approve: () => decide(`/orders/approve?id=${order}`),
    refuse: () => decide(`/orders/refuse?id=${order}`, { reason: 'No' }),
    show: async () => (await server.get<Subscription>(`/subscriptions/show?id=${id}`, live)).body.data,
    invoice: async () =>
      (await server.get<{ status: string; amount_due: number }>(`/billing/invoices/show?id=${invoiceId}`, live)).body
        .data,
    payments: async () => (await server.get<Payment[]>('/billing/payments', live)).body.data,
    states: () => server.hostler.db.read(HELD.all({ account_id })),
    refunds: () => server.hostler.db.read(REFUNDS.all({ account_id })),
    cancel: () => server.post(`/subscriptions/cancel?id=${id}`, live, {}),
    untilActive: () =>
      server.until<Subscription>(`/subscriptions/show?id=${id}`, live, ({ status }) => status === 'active'),
    untilPaid: (status: string) =>
      server.until<Payment[]>('/billing/payments', live, (payments) => payments[0]?.status === status),
  };
}

describe('a card payment of an order in review', () => {
  it('that expires is reported, the order stays in review, and it is cancelled if nobody pays', async () => {
    const order = await createOrder();
    const reference = await order.payOnPage();
    const [held] = await order.states();
    const deadline = (await server.hostler.db.read(PENDING_UNTIL.one({ id: order.id })))?.pending_until;
    expect(deadline).toBe((held?.until ?? 0) + DAY);
    await tell(await later.tell(reference));
    expect(await order.payments()).toMatchObject([
      { status: 'failed', failure: 'The authorisation of the card has expired.' },
    ]);
    expect(await order.show()).toMatchObject({ status: 'pending', in_review: true, hosting_id: null });
    await untilMail(server.dataDir, order.email, ({ subject = '' }) => subject === 'Your order is not paid');
    await server.operator.billing.run({ at: (deadline ?? 0) + 1, yes: true });
    expect(await order.show()).toMatchObject({ status: 'cancelled' });
  });

  it('is authorised, and charged once at the approval', async () => {
    const order = await createOrder();
    const reference = await order.payOnPage();
    expect(await provider.fetchStatus({ reference })).toMatchObject({ status: 'authorized' });
    expect(await order.payments()).toMatchObject([{ status: 'pending', amount: 1_000 }]);
    expect(await order.invoice()).toMatchObject({ status: 'unpaid', amount_due: 1_000 });
    expect(await order.show()).toMatchObject({ status: 'pending', in_review: true, hosting_id: null });
    expect((await order.details()).authorized_until).toMatch(/^20/);
    const answers = await Promise.all([order.approve(), order.approve(), order.approve()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await order.untilActive();
    expect(await order.payments()).toMatchObject([{ status: 'succeeded', amount: 1_000 }]);
    expect(await order.invoice()).toMatchObject({ status: 'paid' });
    expect(await provider.fetchStatus({ reference })).toMatchObject({ status: 'succeeded', amount: 1_000 });
    expect(await order.details()).toMatchObject({ status: 'approved', authorized_until: null });
    await untilMail(server.dataDir, order.email, ({ text = '' }) => text.includes('charge your card now'));
  });

  it('is cancelled at the refusal, without a charge and without a refund', async () => {
    const order = await createOrder();
    const reference = await order.payOnPage();
    expect((await order.refuse()).status).toBe(200);
    await order.untilPaid('failed');
    expect(await order.payments()).toMatchObject([{ failure: 'The authorisation was cancelled.', refunded_amount: 0 }]);
    expect(await provider.fetchStatus({ reference })).toMatchObject({ status: 'failed' });
    expect(await order.refunds()).toEqual([]);
    expect(await order.show()).toMatchObject({ status: 'cancelled', hosting_id: null });
    expect(await order.invoice()).toMatchObject({ status: 'cancelled' });
  });

  it('is cancelled if the customer cancels the order or pays in another way', async () => {
    const cancelled = await createOrder();
    await cancelled.payOnPage();
    await cancelled.cancel();
    await cancelled.untilPaid('failed');
    const transferred = await createOrder();
    await transferred.payOnPage();
    await server.operator.payments.record({ invoice_id: transferred.invoiceId, amount: 1_000, currency: 'EUR' });
    await until(async () => (await transferred.payments()).some(({ status }) => status === 'failed'));
    expect((await transferred.states()).map(({ state }) => state)).toEqual([null, null]);
    await transferred.approve();
    await transferred.untilActive();
    expect(await transferred.refunds()).toEqual([]);
  });

  it('by a saved card is authorised, and by a debit is charged at once and refunded at the refusal', async () => {
    const card = await createOrder();
    await card.payBySavedCard('sim_ok');
    await until(async () => (await card.states())[0]?.state === 'held');
    await card.approve();
    await card.untilActive();
    expect(await card.payments()).toMatchObject([{ status: 'succeeded' }]);
    const debit = await createOrder();
    await debit.payBySavedCard('sim_slow');
    // A worker claims no job while the clock jumps.
    await untilNoJob();
    const early = await debit.refuse();
    expect([early.status, early.body.error.message]).toEqual([409, expect.stringContaining('is in progress')]);
    expect(await debit.show()).toMatchObject({ status: 'pending', in_review: true });
    await until(async () => {
      server.clock.advance(DAY / 24);
      await server.runUpkeep('payments.look');
      return (await debit.payments())[0]?.status === 'succeeded';
    });
    await debit.refuse();
    await debit.untilPaid('refunded');
  });

  it('of a trusted customer is charged at the approval, which does not wait for it', async () => {
    const order = await createOrder({ isTrusted: true });
    await order.payOnPage();
    expect(await order.states()).toMatchObject([{ state: 'held' }]);
    await order.approve();
    await order.untilActive();
    await order.untilPaid('succeeded');
  });

  it('is not authorised twice, and the customer reads why', async () => {
    const order = await createOrder();
    await order.payOnPage();
    expect(await order.startPaying()).toMatchObject({
      status: 409,
      message: expect.stringContaining('is charged when your order is approved'),
    });
    expect(await order.payments()).toHaveLength(1);
    await order.refuse();
  });

  it('that the customer authorises after the decision is charged or cancelled at once', async () => {
    const approved = await createOrder();
    const page = await approved.startPaying();
    await approved.approve();
    expect(await approved.show()).toMatchObject({ status: 'pending', hosting_id: null });
    for (const event of await provider.decide(page.reference, 'sim_ok')) await tell(event);
    await approved.untilActive();
    const refused = await createOrder();
    const other = await refused.startPaying();
    await refused.refuse();
    for (const event of await provider.decide(other.reference, 'sim_ok')) await tell(event);
    await refused.untilPaid('failed');
    expect(await provider.fetchStatus({ reference: other.reference })).toMatchObject({ status: 'failed' });
  });

  it('that the bank declines at the approval is reported to customer and staff, and creates no server', async () => {
    const order = await createOrder();
    await order.payOnPage('sim_capture_fails');
    await order.approve();
    await order.untilPaid('failed');
    expect(await order.show()).toMatchObject({ status: 'pending', in_review: false, hosting_id: null });
    await untilMail(server.dataDir, order.email, ({ subject = '' }) => subject === 'Your order is not paid');
    await untilMail(server.dataDir, STAFF, ({ subject = '' }) =>
      subject.includes(`account ${order.account_id} was not`),
    );
    await order.payOnPage();
    await order.untilActive();
  });

  it('is found by polling if no notice arrives', async () => {
    const order = await createOrder();
    const { reference } = await order.startPaying();
    await provider.decide(reference, 'sim_ok');
    server.clock.advance(DAY / 24);
    await server.runUpkeep('payments.look');
    expect(await order.states()).toMatchObject([{ state: 'held' }]);
    await order.refuse();
    await order.untilPaid('failed');
  });

  it.each([
    ['capture', 'approve', 'succeeded'],
    ['cancelAuthorization', 'refuse', 'failed'],
  ] as const)('is ended once if the response to %s is lost', async (operation, decision, status) => {
    const order = await createOrder();
    await order.payOnPage();
    await failNext(dir, { operation, stage: 'halfway', times: 1, code: 'unreachable', message: 'Lost.' });
    await order[decision]();
    await until(() => server.hostler.db.read(POSTPONED.one({})));
    server.clock.advance(DAY / 24);
    await order.untilPaid(status);
    expect(await order.payments()).toMatchObject([{ status, amount: 1_000 }]);
  });

  it('charges only the rest if credit pays a part meanwhile', async () => {
    const order = await createOrder();
    await order.payOnPage();
    await server.operator.payments.record({ invoice_id: order.invoiceId, amount: 400, currency: 'EUR' });
    await order.approve();
    await order.untilActive();
    const amounts = (await order.payments()).map(({ status, amount }) => [status, amount]);
    expect(amounts.toSorted()).toEqual([
      ['succeeded', 400],
      ['succeeded', 600],
    ]);
  });
});
