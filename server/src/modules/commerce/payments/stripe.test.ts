import type { Payment } from '@hostler/testing/api-types.ts';
import {
  FAKE_STRIPE_KEY,
  FAKE_WEBHOOK_SECRET,
  signEvent,
  startStripeServer,
} from '@hostler/testing/engines/stripe/server.ts';
import { keepLog } from '@hostler/testing/log-lines.ts';
import { createPerson } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
const { log, lines: logged } = keepLog();
let stripe: Awaited<ReturnType<typeof startStripeServer>>;

beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({
    log,
    env: {
      HOSTLER_SELLER_NAME: 'Hosting GmbH',
      HOSTLER_SELLER_EMAIL: 'books@example.com',
      HOSTLER_TAX_SMALL_BUSINESS: 'on',
      HOSTLER_PAYMENT_DRIVERS: 'stripe',
      HOSTLER_ORDER_REVIEW: 'flagged',
      HOSTLER_STRIPE_SECRET_KEY: FAKE_STRIPE_KEY,
      HOSTLER_STRIPE_WEBHOOK_SECRET: FAKE_WEBHOOK_SECRET,
      HOSTLER_STRIPE_API_URL: stripe.url,
    },
  });
  await server.operator.plans.create({ name: 'S', price: 1_000 });
  await server.operator.plans.create({ name: 'XL', price: 60_000 });
});
afterAll(async () => {
  await server.stop();
  await stripe.close();
});

/** Delivers Stripe's notifications twice, as Stripe may do. */
async function tellEvents(): Promise<void> {
  for (const { body, headers } of stripe.takeEvents()) {
    const tell = () =>
      fetch(`${server.url}/payments/stripe/notices`, { method: 'POST', body: new Uint8Array(body), headers });
    expect([(await tell()).status, (await tell()).status]).toEqual([200, 200]);
  }
}

it('Stripe: a page payment saves the card, which pays the next order; then a refund and a dispute', async () => {
  const person = await createPerson(server, 'stripe');
  const { accountId: account_id } = person;
  const { key } = await server.createKey(account_id, 'live');
  const panel = await person.signIn();
  const payments = (done: (payments: Payment[]) => boolean) => server.until('/billing/payments', key, done);
  const order = async (hostname: string) =>
    (await server.post('/subscriptions', key, { plan: 'S', hostname })).body.data;

  const first = await order('one.example');
  const page = { account_id, invoice_id: first.invoice?.id, driver: 'stripe', return_path: '/billing', keep: true };
  expect((await panel.post('/billing/pay', page)).body.data).toMatchObject({ next: { type: 'redirect' } });
  const session = [...stripe.ledger.things.values()].find(({ object }) => object === 'checkout.session');
  stripe.finish(String(session?.id), 'pays');
  await tellEvents();
  await payments(([payment]) => payment?.status === 'succeeded');
  const methods = await panel.get(`/billing/methods?account_id=${account_id}`);
  expect(methods.body.data).toMatchObject([{ status: 'active', is_default: true }]);

  const second = await order('two.example');
  const [charged] = await payments((all) => all.length === 2 && all[0]?.status === 'succeeded');
  expect(charged).toMatchObject({ amount: 1_000 });
  await server.until(`/subscriptions/show?id=${second.id}`, key, ({ status }) => status === 'active');

  await server.operator.payments.refund({ id: charged?.id ?? 0, to: 'method', amount: 400, reason: 'It was slow.' });
  await payments(([payment]) => payment?.refunded_amount === 400);
  const [, paidOnPage] = await payments(() => true);
  stripe.dispute(String(paidOnPage?.reference), 'open');
  await tellEvents();
  const [, disputed] = await payments(([, payment]) => payment?.status === 'reversed');
  expect(disputed?.id).toBe(paidOnPage?.id);
  // Nothing is charged automatically until staff have settled it.
  await order('three.example');
  expect(await payments(() => true)).toHaveLength(2);
});

it('Stripe: the card of an order in review is authorised, and captured at the approval or cancelled at the refusal', async () => {
  const person = await createPerson(server, 'reviewed');
  const { accountId: account_id } = person;
  const { key } = await server.createKey(account_id, 'live');
  const panel = await person.signIn();
  const intents = () => [...stripe.ledger.things.values()].filter(({ object }) => object === 'payment_intent');
  const authorize = async (hostname: string) => {
    const wanted = { plan: 'XL', hostname };
    const { body } = await server.post<{ id: number; invoice: { id: number } }>('/subscriptions', key, wanted);
    const page = { account_id, invoice_id: body.data.invoice.id, driver: 'stripe', return_path: '/billing' };
    expect((await panel.post('/billing/pay', page)).status).toBe(200);
    const session = [...stripe.ledger.things.values()].findLast(({ object }) => object === 'checkout.session');
    stripe.finish(String(session?.id), 'pays');
    await tellEvents();
    const [order] = await server.run<{ id: number }[]>('order list', '--account', account_id);
    return { id: body.data.id, order: order?.id ?? 0, intent: intents().at(-1) };
  };
  const approved = await authorize('yes.example');
  expect(approved.intent).toMatchObject({ status: 'requires_capture', amount: 60_000 });
  await server.run('order approve', '--id', approved.order);
  const path = `/subscriptions/show?id=${approved.id}`;
  await server.until<{ status: string }>(path, key, ({ status }) => status === 'active');
  expect(approved.intent).toMatchObject({ status: 'succeeded', amount_received: 60_000 });
  const refused = await authorize('no.example');
  await server.run('order refuse', '--id', refused.order, '--reason', 'No');
  await server.until<Payment[]>('/billing/payments', key, ([payment]) => payment?.status === 'failed');
  expect(refused.intent).toMatchObject({ status: 'canceled' });
  await tellEvents();
  expect([...stripe.ledger.things.values()].filter((one) => one.object === 'refund' && one.amount === 60_000)).toEqual(
    [],
  );
});

it('Stripe: a signed webhook about a deleted object is logged and answered with 200', async () => {
  const data = { object: { id: 'pi_gone', object: 'payment_intent' } };
  const event = { id: 'evt_gone', object: 'event', type: 'payment_intent.succeeded', data };
  const tell = ({ body, headers }: ReturnType<typeof signEvent>) =>
    fetch(`${server.url}/payments/stripe/notices`, { method: 'POST', body: new Uint8Array(body), headers });
  const answer = await tell(signEvent(JSON.stringify(event)));
  expect([answer.status, await answer.json()]).toEqual([200, { received: 0 }]);
  const line = logged.find((text) => text.includes('payment webhook ignored: the provider does not have the object'));
  expect(line).toContain('evt_gone');
  expect((await tell(signEvent(JSON.stringify(event), 'whsec_somebodyElses'))).status).toBe(400);
  stripe.fail({ call: 'GET /v1/payment_intents', times: 1, fault: 400 });
  expect((await tell(signEvent(JSON.stringify(event)))).status).toBeGreaterThanOrEqual(500);
});
