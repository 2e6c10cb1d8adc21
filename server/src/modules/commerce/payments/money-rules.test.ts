import { type Query, sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventSigner } from '#engines/payment/simulated-events.ts';
import type { CustomerPayments } from './index.ts';
import { balanceOf, post } from './ledger/service.ts';

interface Invoice {
  id: number;
  status: string;
  amount_due: number;
}

const PAYMENT = sql<{ key: string }, { id: number; status: string; refunded_amount: number; amount: number }>(
  'select id, status, refunded_amount, amount from payments where key = :key',
);
const SAVE_CARD = sql<{ account_id: number; key: string }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, :key, 'simulated', 'sim_ok', 'A card', 'active', 1, 1)`,
);
const CARD = sql<{ account_id: number }, { id: number }>(
  'select id from payment_methods where account_id = :account_id',
);

let server: TestServer;
let count = 0;

// Nothing is collected or refunded in the background, so payments in progress stay so.
beforeAll(async () => {
  const rules = { HOSTLER_TAX_SMALL_BUSINESS: 'on', HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated' };
  server = await startTestServer({ worker: false, env: rules });
});
afterAll(() => server.stop());

const write = <T>(query: () => Query<T>) => server.hostler.db.write(query);
const payments = <T>(use: (service: CustomerPayments) => Query<T>) =>
  write(() => use(server.hostler.customer.payments));

async function createCustomer() {
  const { id } = await server.operator.accounts.create({ name: 'Ada', email: `rules-${++count}@example.com` });
  const sell = async (amount = 1_000) => {
    await server.operator.charges.add({ account_id: id, description: 'Work', amount, currency: 'EUR' });
    return (await server.operator.invoices.issue({ account_id: id }))[0] as Invoice;
  };
  const show = async (invoice: Invoice) => (await server.operator.invoices.show({ invoice: invoice.id })) as Invoice;
  const credit = (currency: string) => server.hostler.db.read(balanceOf(id, currency));
  /** Records money that the provider collected. */
  const receive = async (invoice: Invoice | null, amount: number, currency = 'EUR') => {
    const key = `rule:${++count}`;
    const from = { method: 'A card', driver: 'simulated', reference: key, receivedAt: server.clock.now() };
    const received = { key, invoiceId: invoice?.id ?? null, amount, currency, ...from };
    const { payment } = await payments((service) => service.record(id, received, server.clock.now()));
    return { ...payment, key };
  };
  return { id, sell, show, credit, receive };
}

async function tell(told: Parameters<ReturnType<typeof createEventSigner>['sign']>[0]): Promise<number> {
  const secret = server.hostler.vault.sign('simulated payments', 'notices');
  const { body, headers } = createEventSigner(secret).sign(told);
  const path = `${server.url}/payments/simulated/notices`;
  return (await fetch(path, { method: 'POST', body: new Uint8Array(body), headers })).status;
}

it('refuses a refund of an amount that another refund in progress already includes', async () => {
  const customer = await createCustomer();
  const { id } = await customer.receive(await customer.sell(), 1_000);
  const refund = (amount: number) =>
    server.operator.payments.refund({ id, amount, to: 'method', reason: 'As agreed.' });
  expect(await refund(700)).toMatchObject({ status: 'pending' });
  const message = `Only €3.00 of payment ${id} can be refunded.`;
  await expect(refund(301)).rejects.toMatchObject({ code: 'CONFLICT', message });
  expect(await refund(300)).toMatchObject({ status: 'pending' });
});

it('refuses to spend more credit than the account has', async () => {
  const { id, credit } = await createCustomer();
  await server.operator.payments.grantCredit({ account_id: id, amount: 100, currency: 'EUR', reason: 'An apology.' });
  const spend = (amount: number) =>
    write(() => post(id, { key: `spent:${++count}`, kind: 'applied', amount: -amount, currency: 'EUR', at: 1 }));
  const message = `Account ${id} has no credit of €1.01; there is €1.00.`;
  await expect(spend(101)).rejects.toMatchObject({ code: 'CONFLICT', message });
  expect(await credit('EUR')).toBe(100);
  await spend(100);
  expect(await credit('EUR')).toBe(0);
});

it('does not charge a saved card while another payment of the invoice is in progress', async () => {
  const customer = await createCustomer();
  const { id } = customer;
  await write(() => SAVE_CARD.run({ account_id: id, key: `card:${id}` }));
  const card = (await server.hostler.db.read(CARD.one({ account_id: id })))?.id ?? 0;
  const now = server.clock.now();
  const [charged, onPage] = [await customer.sell(), await customer.sell()];
  expect(await payments((service) => service.charge(id, charged.id, 1, now))).toMatchObject({ status: 'pending' });
  const { payment } = await payments((service) => service.begin(id, onPage.id, 'simulated', now));
  const about = { key: payment.key, reference: 'page', amount: 1_000, currency: 'EUR', failure: null, mandate: null };
  expect(await tell({ type: 'payment', payment: { ...about, status: 'pending' } })).toBe(200);
  for (const { id: invoiceId } of [charged, onPage]) {
    const again = payments((service) => service.chargeNow(id, invoiceId, card, now));
    await expect(again).rejects.toMatchObject({ message: expect.stringContaining('in progress') });
    expect(await payments((service) => service.charge(id, invoiceId, 2, now))).toBeUndefined();
    await payments((service) => service.chargeOrder(id, invoiceId, now));
  }
  expect(await server.operator.payments.list({ account_id: id })).toHaveLength(2);
});

it('does not pay an invoice with money in another currency', async () => {
  const customer = await createCustomer();
  const invoice = await customer.sell();
  await customer.receive(invoice, 1_000, 'USD');
  expect(await customer.show(invoice)).toMatchObject({ status: 'unpaid', amount_due: 1_000 });
  expect([await customer.credit('USD'), await customer.credit('EUR')]).toEqual([1_000, 0]);
  const { payment } = await payments((service) =>
    service.begin(customer.id, invoice.id, 'simulated', server.clock.now()),
  );
  const about = { key: payment.key, reference: 'dollars', amount: 1_000, failure: null, mandate: null };
  const status = await tell({ type: 'payment', payment: { ...about, currency: 'USD', status: 'succeeded' } });
  expect(status).toBe(409);
  expect(await server.hostler.db.read(PAYMENT.one({ key: String(payment.key) }))).toMatchObject({ status: 'pending' });
  expect(await customer.show(invoice)).toMatchObject({ amount_due: 1_000 });
});

it('limits a refund made at the provider to the amount that a reversal left', async () => {
  const customer = await createCustomer();
  const { id, key } = await customer.receive(await customer.sell(), 1_000);
  const about = { payment: key, paymentKey: key, currency: 'EUR', reference: `re:${id}` };
  const dispute = { ...about, status: 'open', amount: 600, reason: 'fraudulent' } as const;
  expect(await tell({ type: 'dispute', dispute })).toBe(200);
  const refund = { ...about, key: null, status: 'succeeded', failure: null, amount: 1_000 } as const;
  expect(await tell({ type: 'refund', refund })).toBe(200);
  expect(await server.hostler.db.read(PAYMENT.one({ key }))).toMatchObject({
    status: 'reversed',
    refunded_amount: 400,
  });
  expect(await customer.credit('EUR')).toBe(0);
});
