import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { Invoice, PanelApi, Payment } from '@hostler/testing/api-types.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import type { Panel } from '@hostler/testing/server/panel.ts';
import { createPerson } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedPayments, type SimulatedPayments } from '#engines/payment/simulated.ts';
import type { SignedEvent } from '#engines/payment/simulated-events.ts';
import { failNext } from '#engines/simulation/faults.ts';
import { DAY, MINUTE } from '#kernel/time.ts';

const PRICE = 1_000;
const STAFF = 'books@example.com';
let server: TestServer;
let provider: SimulatedPayments;
let dir: string;

beforeAll(async () => {
  const seller = { HOSTLER_SELLER_NAME: 'Hosting GmbH', HOSTLER_SELLER_COUNTRY: 'DE', HOSTLER_SELLER_EMAIL: STAFF };
  const bank = { HOSTLER_SELLER_IBAN: 'DE89370400440532013000' };
  const rules = { HOSTLER_TAX_SMALL_BUSINESS: 'on', HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated' };
  const byHand = ['payments.look', 'payments.look-at-setups'];
  server = await startTestServer({ env: { ...seller, ...bank, ...rules }, byHand });
  dir = join(server.dataDir, 'simulated', 'payments');
  const eventSecret = server.hostler.vault.sign('simulated payments', 'notices');
  provider = createSimulatedPayments({ dir, delayMs: 0, eventSecret });
  await server.operator.plans.create({ name: 'S', price: PRICE });
  await server.operator.plans.create({ name: 'Dollar', price: PRICE, currency: 'USD' });
});
afterAll(() => server.stop());

/** Creates a customer with an invoice, and with a saved card if one is given. */
async function createCustomer(name: string, card?: string) {
  const person = await createPerson(server, name);
  const { accountId: account_id } = person;
  const { key } = await server.createKey(account_id, 'live');
  const panel = await person.signIn();
  const sell = async () => (await server.operator.subscriptions.create({ account_id, plan: 'S' })).invoice as Invoice;
  const customer = {
    id: account_id,
    email: person.email,
    key,
    panel,
    sell,
    invoice: async (id: number) => (await listInvoices()).find((invoice) => invoice.id === id) as Invoice,
    payments: async () => (await server.get('/billing/payments', key)).body.data,
    balance: async () => (await server.get('/billing/balance', key)).body.data,
    charge: (invoiceId: number, attempt = 1) =>
      server.hostler.db.write(() =>
        server.hostler.customer.payments.charge(account_id, invoiceId, attempt, server.clock.now()),
      ),
    /** Waits until the newest payment has ended or has the given status. */
    async settled(status?: string): Promise<Payment> {
      const [ended] = await server.until('/billing/payments', key, ([payment]) => {
        return (
          payment !== undefined && (status === undefined ? payment.status !== 'pending' : payment.status === status)
        );
      });
      return ended as Payment;
    },
  };
  const listInvoices = async () => (await server.get('/billing/invoices', key)).body.data;
  if (card) await saveCard(customer, card);
  return customer;
}
type TestCustomer = Awaited<ReturnType<typeof createCustomer>>;

async function saveCard({ id, panel }: { id: number; panel: Panel }, card: string): Promise<PanelApi.PaymentMethod> {
  const asked = { account_id: id, driver: 'simulated', return_path: '/billing' };
  const { body } = await panel.post<PanelApi.StartedPaymentMethod>('/billing/methods', asked);
  const reference = new URL(String(body.data.next.url), server.url).searchParams.get('reference') ?? '';
  for (const providerEvent of await provider.decide(reference, card))
    expect((await tell(providerEvent)).status).toBe(200);
  const methods = await panel.get<PanelApi.PaymentMethod[]>(`/billing/methods?account_id=${id}`);
  return methods.body.data.find((method) => method.id === body.data.method.id) as PanelApi.PaymentMethod;
}

const tell = ({ body, headers }: SignedEvent, path = '/payments/simulated/notices') =>
  fetch(`${server.url}${path}`, { method: 'POST', body: new Uint8Array(body), headers });

const KINDS = sql<{ invoice_id: number }, { failure_kind: string | null }>(
  'select failure_kind from payments where invoice_id = :invoice_id order by id',
);
const TOLD = sql<{ account_id: number }, { type: string }>(
  `select type from events where account_id = :account_id and type = 'payment.received'`,
);
const DECLINES = sql<{ to: string }, { id: number }>(
  `select id from mails where recipient = :to and kind = 'payment-declined'`,
);
const countTold = async ({ id }: TestCustomer) => (await server.hostler.db.read(TOLD.all({ account_id: id }))).length;

describe('a recorded payment', () => {
  it('can pay an invoice in part or in excess; the excess becomes credit and pays the next invoice', async () => {
    const customer = await createCustomer('partial');
    const first = await customer.sell();
    const record = (amount: number) => server.run('payment record', '--invoice', first.id, '--amount', amount);
    expect(await record(400)).toMatchObject({ status: 'succeeded', invoice: { status: 'unpaid', amount_due: 600 } });
    expect(await record(900)).toMatchObject({ invoice: { status: 'paid', amount_due: 0 } });
    expect(await customer.balance()).toMatchObject({ currency: 'EUR', credit: 300, due: 0, overdue: 0 });
    const second = await customer.sell();
    expect(second).toMatchObject({ status: 'unpaid', amount_paid: 300, amount_due: 700 });
    expect(await customer.balance()).toMatchObject({ credit: 0, due: 700 });
    const credit = ['--amount', 1_000, '--reason', 'An apology.'];
    expect(await server.run('account credit', '--id', customer.id, ...credit)).toMatchObject({ credit: 300 });
    expect(await customer.invoice(second.id)).toMatchObject({ status: 'paid' });
    expect(await countTold(customer)).toBe(2);
  });

  it('uses the currency of its invoice or of the account by default', async () => {
    const { id } = await server.operator.accounts.create({ name: 'Dollars', email: 'dollars@example.com' });
    const charge = { account_id: id, description: 'Work', amount: 900, currency: 'USD' };
    await server.operator.charges.add(charge);
    const [invoice] = await server.operator.invoices.issue({ account_id: id });
    const record = (...options: (string | number)[]) =>
      server.run('payment record', '--invoice', invoice?.id ?? 0, '--amount', 300, ...options);
    expect(await record()).toMatchObject({ currency: 'USD', invoice: { amount_due: 600 } });
    expect(await record('--currency', 'usd')).toMatchObject({ currency: 'USD', invoice: { amount_due: 300 } });
    await expect(record('--currency', '$')).rejects.toMatchObject({ details: [{ field: '--currency' }] });
    await server.operator.subscriptions.create({ account_id: id, plan: 'Dollar' });
    const credit = { account_id: id, amount: 100, reason: 'An apology.' };
    expect(await server.operator.payments.grantCredit(credit)).toMatchObject({ currency: 'USD', credit: 0 });
  });

  it('is recorded once per reference, even concurrently, and the reference is refused for another customer', async () => {
    const customer = await createCustomer('twice');
    const { id: invoice_id } = await customer.sell();
    const payment = { invoice_id, amount: PRICE, currency: 'EUR', reference: 'BANK-1' };
    const both = await Promise.all([1, 2, 3].map(() => server.operator.payments.record(payment)));
    expect(both.map(({ again }) => again).sort()).toEqual([false, true, true]);
    expect(await customer.payments()).toHaveLength(1);
    expect(await customer.balance()).toMatchObject({ credit: 0, due: 0 });
    const other = await (await createCustomer('another')).sell();
    const stolen = server.operator.payments.record({ ...payment, invoice_id: other.id });
    await expect(stolen).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('requires a whole amount above zero, and an existing invoice or account', async () => {
    const { id: account_id } = await createCustomer('amounts');
    for (const amount of [0, -1, 1.5, 2e9]) {
      const wrong = server.operator.payments.record({ account_id, amount, currency: 'EUR' });
      await expect(wrong).rejects.toMatchObject({ details: [{ field: 'amount' }] });
    }
    const nobody = server.operator.payments.record({ account_id: 999_999, amount: 1, currency: 'EUR' });
    await expect(nobody).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(server.run('payment record', '--amount', 1)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('a bank statement', () => {
  it('pays the invoices that its lines name, each line once; other lines wait for staff', async () => {
    const customer = await createCustomer('statement');
    const [named, unnamed] = [await customer.sell(), await customer.sell()];
    const file = join(server.dataDir, 'statement.csv');
    const lines = [
      'Buchungstag;Betrag;Waehrung;Beguenstigter;IBAN;Verwendungszweck',
      `03.11.2026;10,00;EUR;Ada;DE02120300000000202051;Rechnung ${named.number.replaceAll('-', ' ')}`,
      '04.11.2026;4,00;EUR;Ada;DE02120300000000202051;Danke',
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    const read = () => server.run<Record<string, number>>('payment import', '--file', file, '--format', 'csv');
    const results = await Promise.all([read(), read()]);
    const sum = (name: string) => results.reduce((total, result) => total + (result[name] ?? 0), 0);
    expect({ matched: sum('matched'), unmatched: sum('unmatched'), again: sum('again') }).toEqual({
      matched: 1,
      unmatched: 1,
      again: 2,
    });
    expect(await customer.invoice(named.id)).toMatchObject({ status: 'paid', amount_due: 0 });
    const waiting = await server.run<{ id: number; text: string }[]>('payment lines');
    const line = waiting.find(({ text }) => text.includes('Danke'));
    const match = () => server.run('payment match', '--line', line?.id ?? 0, '--invoice', unnamed.id);
    expect(await match()).toMatchObject({ status: 'matched', account_id: customer.id });
    await expect(match()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await customer.invoice(unnamed.id)).toMatchObject({ status: 'unpaid', amount_due: 600 });
    expect(await customer.payments()).toHaveLength(2);
  });
});

describe('a saved payment method', () => {
  it('can be added, made the default or removed only if the password was entered recently', async () => {
    const customer = await createCustomer('methods-late', 'sim_ok');
    const { id: account_id, panel } = customer;
    const { id } = await saveCard(customer, 'sim_soft');
    server.clock.advance(11 * MINUTE);
    for (const [path, body] of [
      ['/billing/methods', { driver: 'simulated' }],
      ['/billing/methods/default', { id }],
      ['/billing/methods/remove', { id }],
    ] as const) {
      const { status, body: answer } = await panel.post(path, { account_id, ...body });
      expect([path, status, answer.error.code]).toEqual([path, 403, 'CONFIRMATION_REQUIRED']);
    }
  });

  it('is the default if it is the first, cannot be used after removal, and belongs to one account', async () => {
    const customer = await createCustomer('methods', 'sim_ok');
    const { id: account_id, panel } = customer;
    const second = await saveCard(customer, 'sim_soft');
    expect(second).toMatchObject({ status: 'active', is_default: false, label: expect.stringContaining('••••') });
    await panel.post('/billing/methods/default', { account_id, id: second.id });
    const list = async () =>
      (await panel.get<PanelApi.PaymentMethod[]>(`/billing/methods?account_id=${account_id}`)).body.data;
    expect((await list()).map(({ is_default }) => is_default)).toEqual([false, true]);
    expect((await panel.post('/billing/methods/remove', { account_id, id: second.id })).status).toBe(200);
    expect(await list()).toMatchObject([{ is_default: true }]);
    expect((await panel.post('/billing/methods/default', { account_id, id: second.id })).status).toBe(404);
    const stranger = await createCustomer('methods-stranger');
    const [first] = await list();
    const theirs = { account_id: stranger.id, id: first?.id };
    expect((await stranger.panel.post('/billing/methods/remove', theirs)).status).toBe(404);
    expect((await stranger.panel.post('/billing/methods/remove', { ...theirs, account_id })).status).toBe(404);
  });

  it('is found by polling if its webhook is lost, and is deleted if setup is not completed within 2 days', async () => {
    const { id: account_id, panel } = await createCustomer('setups');
    const start = async () => {
      const asked = { account_id, driver: 'simulated', return_path: '/billing' };
      const { body } = await panel.post<PanelApi.StartedPaymentMethod>('/billing/methods', asked);
      return new URL(String(body.data.next.url), server.url).searchParams.get('reference') ?? '';
    };
    await provider.decide(await start(), 'sim_ok');
    await start();
    await server.runUpkeep('payments.look-at-setups');
    const list = async () =>
      (await panel.get<PanelApi.PaymentMethod[]>(`/billing/methods?account_id=${account_id}`)).body.data;
    expect((await list()).map(({ status }) => status)).toEqual(['active', 'pending']);
    server.clock.advance(2 * DAY);
    await server.runUpkeep('payments.look-at-setups');
    expect(await server.hostler.db.read(LEFT.all({ account_id }))).toEqual([{ status: 'active' }]);
  });

  it('is limited to 10 per account, and requires a driver that supports it and a local return path', async () => {
    const { id: account_id, panel } = await createCustomer('bounds');
    const start = (driver: string, return_path = '/billing') =>
      panel.post('/billing/methods', { account_id, driver, return_path });
    expect((await start('nobody')).status).toBe(404);
    expect((await start('transfer')).status).toBe(409);
    expect((await start('simulated', 'https://evil.example')).status).toBe(422);
    expect((await start('simulated', '//evil.example')).status).toBe(422);
    for (let count = 0; count < 10; count++) expect((await start('simulated')).status).toBe(201);
    expect((await start('simulated')).body.error.code).toBe('QUOTA_EXCEEDED');
    const ways = await panel.get<PanelApi.WaysToPay>(`/billing/ways?account_id=${account_id}`);
    expect(ways.body.data.ways).toEqual([
      { driver: 'transfer', redirect: false, savable: false },
      { driver: 'simulated', redirect: true, savable: true },
    ]);
  });
});
const LEFT = sql<{ account_id: number }, { status: string }>(
  'select status from payment_methods where account_id = :account_id order by id',
);

describe('a charge', () => {
  it('collects the amount due, once per attempt', async () => {
    const customer = await createCustomer('charged', 'sim_ok');
    const { id } = await customer.sell();
    const [first, second] = [await customer.charge(id), await customer.charge(id)];
    expect([first?.status, second]).toEqual(['pending', undefined]);
    const paid = await customer.settled();
    expect(paid).toMatchObject({ status: 'succeeded', amount: PRICE, driver: 'simulated' });
    // A notification about a result that is already known.
    expect((await tell(await provider.tell(String(paid.reference)))).status).toBe(200);
    expect(await customer.balance()).toMatchObject({ credit: 0, due: 0 });
    expect(await customer.invoice(id)).toMatchObject({ status: 'paid' });
    expect(await customer.charge(id, 2)).toBeUndefined();
    expect(await countTold(customer)).toBe(1);
  });

  it.each([
    ['sim_soft', 'soft', 'not enough money'],
    ['sim_hard', 'hard', 'another'],
    ['sim_action', 'action_required', 'confirm'],
  ])('with %s fails visibly, and the customer gets a mail', async (card, kind, words) => {
    const customer = await createCustomer(`declined-${kind.replace('_', '-')}`, card);
    const { id } = await customer.sell();
    await customer.charge(id);
    expect(await customer.settled()).toMatchObject({ status: 'failed', failure: expect.stringContaining(words) });
    expect(await customer.invoice(id)).toMatchObject({ status: 'unpaid', amount_due: PRICE });
    expect(await server.hostler.db.read(KINDS.all({ invoice_id: id }))).toEqual([{ failure_kind: kind }]);
    const mail = await untilMail(server.dataDir, customer.email, ({ subject = '' }) => subject.includes('declined'));
    expect(mail.text).toContain('/billing');
  });

  it('after a permanent decline is made once with a new card, which becomes the default', async () => {
    const customer = await createCustomer('new-card', 'sim_hard');
    const [{ id }, other] = [await customer.sell(), await customer.sell()];
    await customer.charge(id);
    expect(await customer.settled()).toMatchObject({ status: 'failed' });
    expect(await customer.charge(id, 2)).toBeUndefined();
    const { id: card } = await saveCard(customer, 'sim_ok');
    expect(await customer.settled()).toMatchObject({ status: 'succeeded', amount: PRICE });
    expect(await customer.invoice(id)).toMatchObject({ status: 'paid' });
    // An invoice that is not due yet is not charged.
    expect(await customer.invoice(other.id)).toMatchObject({ status: 'unpaid' });
    const { body } = await customer.panel.get<PanelApi.PaymentMethod[]>(`/billing/methods?account_id=${customer.id}`);
    expect(body.data.find(({ is_default }) => is_default)).toMatchObject({ id: card });
    expect(await customer.payments()).toHaveLength(2);
  });

  it('is made immediately for an order by API key, but not for an order in the panel', async () => {
    const customer = await createCustomer('orders', 'sim_ok');
    const order = { plan: 'S', hostname: 'one.example' };
    const { body } = await server.post('/subscriptions', customer.key, order);
    expect(body.data).toMatchObject({ status: 'pending', invoice: { status: 'unpaid' } });
    expect(await customer.settled()).toMatchObject({ status: 'succeeded', amount: PRICE });
    await server.until(`/subscriptions/show?id=${body.data.id}`, customer.key, ({ status }) => status === 'active');
    const headers = { authorization: `Bearer ${await customer.panel.token(customer.id)}` };
    const chosen = await server.request('POST', '/subscriptions', {
      headers,
      body: { ...order, hostname: 'two.example' },
    });
    expect(chosen.status).toBe(201);
    expect(await customer.payments()).toHaveLength(1);
  });

  it('is looked up by its key if the response is lost, so that the customer is not charged twice', async () => {
    const customer = await createCustomer('lost-answer', 'sim_ok');
    const { id } = await customer.sell();
    const lost = { code: 'unreachable', message: 'Gone.', stage: 'halfway', times: 1 } as const;
    await failNext(dir, { operation: 'chargeMandate', target: `inv:${id}:charge:1`, ...lost });
    await customer.charge(id);
    expect(await customer.settled()).toMatchObject({ status: 'succeeded' });
    expect(await customer.payments()).toHaveLength(1);
    expect(await provider.fetchStatus({ key: `inv:${id}:charge:1` })).toMatchObject({ amount: PRICE });
    expect(await customer.balance()).toMatchObject({ credit: 0, due: 0 });
  });

  it('is not collected if the invoice is paid another way first, and no decline mail is sent', async () => {
    const customer = await createCustomer('paid-meanwhile', 'sim_ok');
    const { id } = await customer.sell();
    const key = `inv:${id}:charge:1`;
    const { db } = server.hostler;
    await db.write(function* () {
      yield* server.hostler.customer.payments.charge(customer.id, id, 1, server.clock.now());
      yield* server.hostler.customer.payments.pay(customer.id, id, 'transfer', server.clock.now());
    });
    await until(async () => (await customer.payments()).every(({ status }) => status !== 'pending'));
    expect((await customer.payments()).map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
    expect(await provider.fetchStatus({ key })).toBeUndefined();
    expect(await customer.balance()).toMatchObject({ credit: 0, due: 0 });
    expect(await db.read(DECLINES.all({ to: customer.email }))).toEqual([]);
  });

  it('can be reported by webhook before and after the response, and is counted once', async () => {
    const customer = await createCustomer('early-notice', 'sim_ok');
    const { id } = await customer.sell();
    const key = `inv:${id}:charge:1`;
    // The provider has collected it and notifies us, while our own call fails.
    const away = { code: 'unreachable', message: 'Away.', stage: 'halfway', times: 1 } as const;
    await failNext(dir, { operation: 'chargeMandate', target: key, ...away });
    const payment = await customer.charge(id);
    await until(async () => (await provider.fetchStatus({ key })) !== undefined);
    const { reference } = (await provider.fetchStatus({ key })) ?? { reference: '' };
    const providerEvent = await provider.tell(reference);
    const answers = await Promise.all([tell(providerEvent), tell(providerEvent), tell(providerEvent)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await customer.settled()).toMatchObject({ id: payment?.id, status: 'succeeded', reference });
    await untilIdle(customer);
    expect((await tell(providerEvent)).status).toBe(200);
    expect(await customer.balance()).toMatchObject({ credit: 0, due: 0 });
    expect(await countTold(customer)).toBe(1);
  });

  it('stays pending until polling or a webhook reports the result', async () => {
    const customer = await createCustomer('slow', 'sim_slow');
    const { id } = await customer.sell();
    await customer.charge(id);
    await untilIdle(customer);
    expect(await customer.payments()).toMatchObject([{ status: 'pending' }]);
    expect(await customer.charge(id, 2)).toBeUndefined();
    server.clock.advance(2 * MINUTE);
    await server.runUpkeep('payments.look');
    expect(await customer.settled()).toMatchObject({ status: 'succeeded' });
  });
});
const JOBS = sql<{ account_id: number }, { id: number }>(
  `select id from jobs where account_id = :account_id and kind like 'payments.%'`,
);
const untilIdle = ({ id }: TestCustomer) =>
  until(async () => (await server.hostler.db.read(JOBS.all({ account_id: id }))).length === 0);

describe('a customer', () => {
  const startPaying = (customer: TestCustomer, body: object) =>
    customer.panel.post<PanelApi.StartedPayment>('/billing/pay', {
      account_id: customer.id,
      return_path: '/billing',
      ...body,
    });
  const referenceOf = (next: PanelApi.NextStep) =>
    new URL(String(next.url), server.url).searchParams.get('reference') ?? '';

  it('continues a started payment on the page of the provider, and pays once', async () => {
    const customer = await createCustomer('page');
    const { id: invoice_id } = await customer.sell();
    const begin = () => startPaying(customer, { invoice_id, driver: 'simulated' });
    const [one, two] = await Promise.all([begin(), begin()]);
    expect(one.body.data).toEqual(two.body.data);
    const { next } = one.body.data;
    for (const providerEvent of await provider.decide(referenceOf(next), 'sim_ok')) await tell(providerEvent);
    expect(await customer.settled()).toMatchObject({ status: 'succeeded' });
    expect((await startPaying(customer, { invoice_id, driver: 'simulated' })).status).toBe(409);
  });

  it('can retry with another card after a decline, which creates a new payment', async () => {
    const customer = await createCustomer('declines');
    const { id: invoice_id } = await customer.sell();
    const begin = async () => (await startPaying(customer, { invoice_id, driver: 'simulated', keep: true })).body.data;
    for (const providerEvent of await provider.decide(referenceOf((await begin()).next), 'sim_hard'))
      await tell(providerEvent);
    expect(await customer.settled('failed')).toBeDefined();
    for (const providerEvent of await provider.decide(referenceOf((await begin()).next), 'sim_ok'))
      await tell(providerEvent);
    expect(await customer.settled('succeeded')).toBeDefined();
    expect(await customer.payments()).toHaveLength(2);
    const methods = await customer.panel.get<PanelApi.PaymentMethod[]>(`/billing/methods?account_id=${customer.id}`);
    expect(methods.body.data).toMatchObject([{ status: 'active', is_default: true }]);
  });

  it('who leaves the page of the provider has no payment in progress, and the payment fails after 2 days', async () => {
    const customer = await createCustomer('leaves');
    const { id: invoice_id } = await customer.sell();
    await startPaying(customer, { invoice_id, driver: 'simulated' });
    const { isUnderWay } = server.hostler.customer.payments;
    expect(await server.hostler.db.read(isUnderWay(customer.id, invoice_id))).toBe(false);
    server.clock.advance(2 * DAY);
    await server.runUpkeep('payments.look');
    expect(await customer.payments()).toMatchObject([{ status: 'failed', failure: 'The payment was not finished.' }]);
  });

  it('pays with a saved method, or gets instructions for a bank transfer', async () => {
    const customer = await createCustomer('chooses', 'sim_ok');
    const invoice = await customer.sell();
    const transfer = await startPaying(customer, { invoice_id: invoice.id, driver: 'transfer' });
    expect(transfer.body.data).toMatchObject({
      payment: null,
      next: { type: 'instructions', iban: 'DE89370400440532013000', reference: invoice.number },
    });
    expect(await customer.payments()).toEqual([]);
    const methods = await customer.panel.get<PanelApi.PaymentMethod[]>(`/billing/methods?account_id=${customer.id}`);
    const method_id = methods.body.data[0]?.id;
    const paying = await startPaying(customer, { invoice_id: invoice.id, method_id });
    expect(paying.body.data).toMatchObject({ payment: { status: 'pending' }, next: { type: 'none' } });
    expect(await customer.settled()).toMatchObject({ status: 'succeeded' });
    expect((await startPaying(customer, { invoice_id: invoice.id })).status).toBe(422);
    const stranger = await createCustomer('chooses-stranger', 'sim_ok');
    expect((await startPaying(stranger, { invoice_id: invoice.id, driver: 'simulated' })).status).toBe(404);
    const theirs = { invoice_id: (await stranger.sell()).id, method_id };
    expect((await startPaying(stranger, theirs)).status).toBe(404);
  });
});

describe('a refund', () => {
  const refund = (id: number, to: 'method' | 'credit', amount?: number) =>
    server.run<{ status: string }>(
      ...(['payment refund', '--id', id, '--to', to, '--reason', 'As agreed.'] as const),
      ...(amount === undefined ? [] : (['--amount', amount] as const)),
    );
  async function pay(name: string, card: string) {
    const customer = await createCustomer(name, card);
    const invoice = await customer.sell();
    await customer.charge(invoice.id);
    const { id } = await customer.settled('succeeded');
    return { customer, invoice, id };
  }

  it('returns the money to the payment method, with a credit note for the refunded amount', async () => {
    const { customer, invoice, id } = await pay('refunded', 'sim_ok');
    expect(await refund(id, 'method', 300)).toMatchObject({ status: 'pending' });
    await until(async () => (await customer.payments())[0]?.refunded_amount === 300);
    expect(await customer.invoice(invoice.id)).toMatchObject({ status: 'paid', amount_paid: 700 });
    await expect(refund(id, 'method', 701)).rejects.toMatchObject({ code: 'CONFLICT' });
    await refund(id, 'method');
    expect(await customer.settled('refunded')).toMatchObject({ refunded_amount: PRICE });
    expect(await customer.balance()).toMatchObject({ credit: 0, due: 0 });
  });

  it('to credit pays the next invoice', async () => {
    const { customer, id } = await pay('to-credit', 'sim_ok');
    expect(await refund(id, 'credit', 250)).toMatchObject({ status: 'succeeded' });
    expect(await customer.balance()).toMatchObject({ credit: 250 });
    expect(await customer.sell()).toMatchObject({ amount_paid: 250 });
  });

  it('that fails leaves the money as credit with the reason, and staff are notified', async () => {
    const { customer, id } = await pay('fails', 'sim_refund_fails');
    await refund(id, 'method', 400);
    const mail = await untilMail(server.dataDir, STAFF, ({ subject = '' }) => subject.includes('refund of payment'));
    expect(mail.text).toContain('did not take the money back');
    expect(await customer.balance()).toMatchObject({ credit: 400 });
    expect(await server.run('payment show', '--id', id)).toMatchObject({
      pays: [{ amount: 600 }],
      refunds: [{ status: 'failed', amount: 400, failure: expect.any(String) }],
    });
    const ledger = await customer.panel.get<PanelApi.Ledger>(`/billing/ledger?account_id=${customer.id}`);
    expect(ledger.body.data).toMatchObject({
      currency: 'EUR',
      credit: 400,
      entries: [{ kind: 'refund_failed', amount: 400 }, { kind: 'credit_note' }, { kind: 'refund', amount: -400 }],
    });
    expect((await customer.payments())[0]).toMatchObject({ status: 'succeeded', refunded_amount: 0 });
  });
});
describe('a reversed payment', () => {
  it('reopens its invoice, stops charging, notifies staff, and can be restored', async () => {
    const customer = await createCustomer('disputes', 'sim_dispute');
    const invoice = await customer.sell();
    await customer.charge(invoice.id);
    const { reference, id } = await customer.settled('succeeded');
    const dispute = async (status: 'open' | 'lost' | 'won') => tell(await provider.dispute(String(reference), status));
    const answers = await Promise.all([dispute('open'), dispute('open'), dispute('lost')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await customer.payments()).toMatchObject([{ status: 'reversed' }]);
    expect(await customer.invoice(invoice.id)).toMatchObject({ status: 'unpaid', amount_due: PRICE });
    const mail = await untilMail(server.dataDir, STAFF, ({ subject = '' }) => subject.includes(`Payment ${id} of`));
    expect(mail.text).toMatch(/does not\s+know this payment/);
    expect(await customer.charge(invoice.id, 2)).toBeUndefined();
    await dispute('won');
    expect(await customer.payments()).toMatchObject([{ status: 'succeeded' }]);
    expect(await customer.invoice(invoice.id)).toMatchObject({ status: 'paid' });
    const next = await customer.sell();
    expect(await customer.charge(next.id)).toBeUndefined();
    expect(await server.run('payment allow-charging', '--account', customer.id)).toMatchObject({ payment_id: id });
    expect(await customer.charge(next.id)).toMatchObject({ status: 'pending' });
  });

  it('is reported to staff even if it was refunded before and nothing is left to reverse', async () => {
    const customer = await createCustomer('disputes-a-refund', 'sim_ok');
    const invoice = await customer.sell();
    await customer.charge(invoice.id);
    const { reference, id } = await customer.settled('succeeded');
    await server.run('payment refund', '--id', id, '--reason', 'As agreed.');
    await customer.settled('refunded');
    for (const status of ['open', 'lost'] as const) {
      expect((await tell(await provider.dispute(String(reference), status))).status).toBe(200);
    }
    const isOfIt = ({ subject = '' }) => subject.includes(`Refunded payment ${id} of`);
    expect((await untilMail(server.dataDir, STAFF, isOfIt)).text).toMatch(/paid\s+back\s+twice/);
    expect(await customer.payments()).toMatchObject([{ status: 'refunded' }]);
    const stop = await server.run('payment allow-charging', '--account', customer.id);
    expect(stop).toMatchObject({ payment_id: id });
  });

  it('takes back the credit it created, even if that was spent', async () => {
    const customer = await createCustomer('spent');
    const [first, second] = [await customer.sell(), await customer.sell()];
    const record = ['--amount', 1_500, '--invoice', first.id];
    const { id } = await server.run<{ id: number }>('payment record', ...record);
    expect(await customer.invoice(second.id)).toMatchObject({ amount_due: 500 });
    await server.run('payment reverse', '--id', id, '--reason', 'Returned by the bank.');
    expect(await customer.balance()).toMatchObject({ credit: 0, due: 2_000 });
    const list = await server.run<{ id: number }[]>('payment list', '--status', 'reversed');
    expect(list.map((payment) => payment.id)).toContain(id);
  });
});

describe('the payment webhook', () => {
  it('refuses unsigned requests and requests that are too large', async () => {
    const customer = await createCustomer('notices', 'sim_ok');
    const { id } = await customer.sell();
    const payment = { key: `inv:${id}:charge:1`, reference: 'x', status: 'succeeded', amount: PRICE, currency: 'EUR' };
    const body = Buffer.from(JSON.stringify({ id: 'note_1', type: 'payment', payment }));
    const forged = { 'x-webhook-signature': `t=0,v1=${'0'.repeat(64)}` };
    for (const headers of [{}, forged]) expect((await tell({ body, headers })).status).toBe(400);
    const large = Buffer.alloc(300 * 1024, 'a');
    expect((await tell({ body: large, headers: {} })).status).toBe(413);
    expect((await tell({ body, headers: {} }, '/payments/transfer/notices')).status).toBe(404);
    expect((await tell({ body, headers: {} }, '/payments/nobody/notices')).status).toBe(404);
    expect(await customer.payments()).toEqual([]);
  });

  it('responds with 200 to an event about an unknown payment, so that the provider does not retry', async () => {
    const elsewhere = await provider.startPayment({
      ...{ key: 'elsewhere', amount: 1, currency: 'EUR', description: 'x', reference: 'x', returnUrl: 'http://x/' },
      customer: { email: 'x@example.com', name: 'X' },
    });
    for (const providerEvent of await provider.decide(elsewhere.reference, 'sim_ok')) {
      expect((await tell(providerEvent)).status).toBe(200);
    }
  });
});
