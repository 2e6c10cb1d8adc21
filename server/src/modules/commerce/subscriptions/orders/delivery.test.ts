import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { OrderedSubscription } from '@hostler/testing/api-types.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearFaults, failNext, setReachable } from '#engines/simulation/faults.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';

interface Part {
  part: string;
  state: string;
  detail: string;
  advice: string | null;
}

const SELLER = 'books@example.org';
const ENGINEER = 'night@example.net';
const REFUSED = 'There is no image "debian/13".';
const SAVE_CARD = sql<{ account_id: number; key: string }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, :key, 'simulated', 'sim_ok', 'A card', 'active', 1, 1)`,
);
const USES = sql<{ subscription_id: number }, { started_at: number }>(
  'select started_at from subscription_uses where subscription_id = :subscription_id',
);
const PERIOD = sql<{ id: number }, { start: number; end: number; anchor: number }>(
  `select current_period_start as start, current_period_end as "end", anchor_at as anchor from subscriptions
   where id = :id`,
);
const LIMIT = sql<{ id: number }, { deliver_by: number | null }>('select deliver_by from subscriptions where id = :id');
const ATTEMPTS = sql<{ id: number }, { delivery_attempts: number; retry_at: number | null }>(
  'select delivery_attempts, retry_at from subscriptions where id = :id',
);

let server: TestServer;
let account: TestAccount;
let engine: string;

beforeAll(async () => {
  const env = {
    HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated',
    HOSTLER_SELLER_NAME: 'Seller',
    HOSTLER_SELLER_EMAIL: SELLER,
    HOSTLER_TAX_SMALL_BUSINESS: 'on',
  };
  server = await startTestServer({ env, byHand: ['subscriptions.deliver', 'billing.run', 'hosting.reconcile'] });
  server.clock.standStill();
  engine = join(server.dataDir, 'simulated', 'vps');
  const { plans } = server.operator;
  await plans.create({ name: 'S', price: 1000 });
  await plans.create({ name: 'Trial', price: 1000, trial_days: 10 });
  await plans.create({ name: 'Hourly', prices: [{ period: 'hourly', currency: 'EUR', price: 2, monthly_cap: 900 }] });
  const staff = ['--email', ENGINEER, '--role', 'technician', '--password', 'correct horse battery'];
  await server.run('operator create', ...staff);
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.createAccount();
});
afterEach(async () => {
  await clearFaults(engine);
  await setReachable(engine, true);
});

const refuse = (times = 1, target?: string) =>
  failNext(engine, { operation: 'create', code: 'refused', message: REFUSED, times, ...(target ? { target } : {}) });
const order = async (body: object = {}) => {
  const request = { plan: 'S', hostname: 'shop.example.com', ...body };
  return (await server.post('/subscriptions', account.live, request)).body.data;
};
const showOrder = async (id: number) => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data;
const untilOrder = (id: number, status: string) =>
  server.until(`/subscriptions/show?id=${id}`, account.live, (found) => found.status === status);
const untilServer = (id: number | null, status: string) =>
  server.until(`/hosting/show?id=${id}`, account.live, (found) => found.status === status);
const readLimit = async (id: number) => (await server.hostler.db.read(LIMIT.one({ id })))?.deliver_by ?? null;
const readAttempts = async (id: number) => await server.hostler.db.read(ATTEMPTS.one({ id }));
const untilFailed = (id: number, attempts = 1) =>
  until(async () => (await readAttempts(id))?.delivery_attempts === attempts);
const pay = (invoice_id: number) => server.operator.payments.create({ invoice_id });
const giveCredit = (amount: number) =>
  server.operator.payments.grantCredit({ account_id: account.id, amount, currency: 'EUR', reason: 'test' });
const readBalance = async () => (await server.get('/billing/balance', account.live)).body.data;
const listInvoices = async () =>
  (await server.get('/billing/invoices?sort=asc', account.live)).body.data.map(({ status, total }) => [status, total]);
const saveCard = () =>
  server.hostler.db.write(() => SAVE_CARD.run({ account_id: account.id, key: `mandate:${account.id}` }));
const listPayouts = async () => {
  const all = await server.operator.payouts.list();
  return all.filter(({ account_id }) => account_id === account.id);
};
const findPart = async (part: string) => {
  const found = server.hostler.checks.find(({ name }) => name === part);
  return (await found?.check(1_000)) as unknown as Part;
};

/** Places a paid order whose server cannot be created. */
async function orderInVain(body: object = {}): Promise<OrderedSubscription> {
  await refuse();
  const made = await order(body);
  if (made.invoice) await pay(made.invoice.id);
  await untilFailed(made.id);
  return made;
}

/** Advances the clock past the delivery deadline and runs billing. */
async function giveUp(): Promise<void> {
  server.clock.advance(72 * HOUR);
  await server.operator.billing.run({});
}

describe('a paid order', () => {
  it('is pending with a reason until its server runs, and is then active', async () => {
    await giveCredit(1000);
    const made = await order();
    expect(made).toMatchObject({ status: 'pending', pending_reason: 'The server is being created.' });
    const active = await untilOrder(made.id, 'active');
    expect(active).toMatchObject({ pending_reason: null, next_invoice_at: expect.any(String) });
    await untilServer(active.hosting_id, 'running');
    const unpaid = await order();
    expect(unpaid).toMatchObject({ status: 'pending', pending_reason: 'The first invoice is not paid yet.' });
  });

  it('stays pending if its server cannot be created, without showing the error of the engine', async () => {
    const { id } = await orderInVain();
    const failed = await showOrder(id);
    expect(failed).toMatchObject({ status: 'pending', next_invoice_at: null });
    expect(failed.pending_reason).toMatch(
      /could not be created yet; .* the order is cancelled and your payment returned/,
    );
    expect(failed.pending_reason).not.toContain('image');
    const vps = await untilServer(failed.hosting_id, 'provisioning');
    expect(vps.status_reason).toBe('The server could not be created yet. Creation is retried automatically.');
  });

  it('is retried with growing delays, and its first period is extended by the wait for the server', async () => {
    const made = await orderInVain();
    const readPeriod = async () => await server.hostler.db.read(PERIOD.one({ id: made.id }));
    const before = await readPeriod();
    // Orders of other tests may be retried in the same pass.
    await refuse(1, `vps-${(await showOrder(made.id)).hosting_id}`);
    server.clock.advance(5 * MINUTE - 1);
    await server.runUpkeep('subscriptions.deliver');
    expect(await readAttempts(made.id)).toMatchObject({ delivery_attempts: 1 });
    server.clock.advance(1);
    await server.runUpkeep('subscriptions.deliver');
    await untilFailed(made.id, 2);
    expect((await readAttempts(made.id))?.retry_at).toBe(server.clock.now() + 10 * MINUTE);
    server.clock.advance(10 * MINUTE);
    await server.runUpkeep('subscriptions.deliver');
    const active = await untilOrder(made.id, 'active');
    const wait = server.clock.now() - (before?.start ?? 0);
    expect(wait).toBeGreaterThanOrEqual(15 * MINUTE);
    expect(await readPeriod()).toMatchObject({ start: before?.start, end: (before?.end ?? 0) + wait });
    expect(Date.parse(active.next_invoice_at ?? '')).toBe(Date.parse(active.current_period_end) - 7 * DAY);
    expect((await untilServer(active.hosting_id, 'running')).status_reason).toBeNull();
    expect(await listInvoices()).toEqual([['paid', 1000]]);
  });

  it('created by staff behaves the same, and staff can retry it immediately', async () => {
    await refuse();
    const { subscriptions } = server.operator;
    const { id } = await subscriptions.create({ account_id: account.id, plan: 'S', hostname: 'staff.example.com' });
    await untilFailed(id);
    expect(await showOrder(id)).toMatchObject({ status: 'pending' });
    await server.run('subscription retry', '--id', id);
    await untilOrder(id, 'active');
    await expect(server.run('subscription retry', '--id', id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const unpaid = await order();
    await expect(server.run('subscription retry', '--id', unpaid.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('for a trial or an hourly plan starts when its server first runs', async () => {
    await giveCredit(5000);
    const trial = await orderInVain({ plan: 'Trial' });
    const hourly = await orderInVain({ plan: 'Hourly' });
    expect(await server.hostler.db.read(USES.all({ subscription_id: hourly.id }))).toEqual([]);
    server.clock.advance(2 * HOUR);
    await server.runUpkeep('subscriptions.deliver');
    const active = await untilOrder(trial.id, 'active');
    expect(Date.parse(String(active.trial_ends_at))).toBe(Date.parse(String(trial.trial_ends_at)) + 2 * HOUR);
    expect(active.current_period_end).toBe(active.trial_ends_at);
    await untilOrder(hourly.id, 'active');
    const uses = await server.hostler.db.read(USES.all({ subscription_id: hourly.id }));
    expect(uses).toEqual([{ started_at: server.clock.now() }]);
  });

  it('becomes active even if a process that does not know the order created its server', async () => {
    const { id } = await orderInVain();
    const { hosting_id } = await showOrder(id);
    const asMade = sql<{ id: number | null }>(`update hosting set status = 'running', node = 'n' where id = :id`);
    const unplan = sql<{ id: number }>('update subscriptions set retry_at = null where id = :id');
    await server.hostler.db.write(function* () {
      yield* asMade.run({ id: hosting_id });
      yield* unplan.run({ id });
    });
    await server.runUpkeep('subscriptions.deliver');
    expect(await showOrder(id)).toMatchObject({ status: 'active' });
  });

  it('is retried even while other paid orders of the account wait for their servers', async () => {
    await giveCredit(10_000);
    await refuse(10);
    const orders: OrderedSubscription[] = [];
    for (let count = 0; count < 6; count++) orders.push(await order());
    expect(orders.every(({ id }) => id > 0)).toBe(true);
    for (const { id } of orders) await untilFailed(id);
  });
});

describe('staff', () => {
  it('get one mail for all failed orders, and doctor lists the orders until they are delivered or cancelled', async () => {
    server.clock.advance(2 * HOUR);
    const [one, two] = [await orderInVain(), await orderInVain()];
    await server.runUpkeep('subscriptions.deliver');
    const mail = await untilMail(
      server.dataDir,
      ENGINEER,
      ({ text }) => text?.includes(`Subscription ${one.id} `) === true,
    );
    expect(mail.text).toContain(`Subscription ${two.id} of account ${account.id}`);
    expect(mail.text).toContain(REFUSED);
    const part = await findPart('orders');
    expect(part.detail).toContain(`subscription ${two.id} of account ${account.id}`);
    expect(part.detail).toContain('There is no image "debian/13"');
    expect(part.advice).toContain('hostler subscription retry --id');
    const third = await orderInVain();
    const reported = sql<{ id: number }, { failure_reported_at: number | null }>(
      'select failure_reported_at from subscriptions where id = :id',
    );
    await server.runUpkeep('subscriptions.deliver');
    const read = async () => (await server.hostler.db.read(reported.one({ id: third.id })))?.failure_reported_at;
    expect(await read(), 'not within the same hour').toBeNull();
    for (const { id } of [one, two, third]) await server.operator.subscriptions.cancel({ id });
    expect((await findPart('orders')).detail).not.toContain(`subscription ${two.id} of`);
  });
});

describe('an order that cannot be delivered', () => {
  it('is cancelled once after 72 hours, with a credit note, and its partly created server is deleted', async () => {
    const { id, invoice } = await orderInVain();
    const { hosting_id } = await showOrder(id);
    await server.operator.billing.run({ at: server.clock.now() + 10 * DAY });
    expect(await showOrder(id), 'not by a run for a time to come').toMatchObject({ status: 'pending' });
    await giveUp();
    await server.operator.billing.run({});
    expect(await showOrder(id)).toMatchObject({ status: 'cancelled', pending_reason: null });
    expect(await listInvoices()).toEqual([
      ['cancelled', invoice?.total],
      ['paid', -(invoice?.total ?? 0)],
    ]);
    await untilServer(hosting_id, 'terminated');
  });

  it('is not cancelled before 72 hours from now, even if its payment was recorded with an earlier date', async () => {
    const { db, customer } = server.hostler;
    const at = server.clock.now() - 5 * DAY;
    await refuse();
    const { id } = await db.write(function* () {
      const plan = yield* customer.plans.find('S');
      const [price] = plan?.prices ?? [];
      if (!plan || !price) throw new Error('There is no plan.');
      const order = { plan, price, hostname: 'old.example.com' };
      const { subscription, invoice } = yield* customer.subscriptions.order(account.id, order, at);
      yield* customer.payments.pay(account.id, invoice?.id ?? 0, 'transfer', at + DAY);
      return subscription;
    });
    expect(await readLimit(id)).toBe(server.clock.now() + 72 * HOUR);
    await untilFailed(id);
    await server.operator.billing.run({});
    expect(await showOrder(id)).toMatchObject({ status: 'pending' });
    await giveUp();
    expect(await showOrder(id)).toMatchObject({ status: 'cancelled' });
  });

  it('has the time that the engine did not answer added to its 72 hours, and is then retried immediately', async () => {
    const early = await orderInVain();
    const paid = server.clock.now();
    server.clock.advance(10 * HOUR);
    await setReachable(engine, false);
    await server.runUpkeep('hosting.reconcile');
    server.clock.advance(20 * HOUR);
    const late = await order();
    await pay(late.invoice?.id ?? 0);
    server.clock.advance(60 * HOUR);
    await server.operator.billing.run({});
    expect(await showOrder(early.id), 'while the engine is away').toMatchObject({ status: 'pending' });
    await refuse(50, `vps-${(await showOrder(late.id)).hosting_id}`);
    await setReachable(engine, true);
    await server.runUpkeep('hosting.reconcile');
    expect(await readLimit(early.id)).toBe(paid + (72 + 80) * HOUR);
    expect(await readLimit(late.id)).toBe(paid + (30 + 72 + 60) * HOUR);
    await server.operator.billing.run({});
    expect(await showOrder(early.id)).toMatchObject({ status: 'pending' });
    await server.runUpkeep('subscriptions.deliver');
    await untilOrder(early.id, 'active');
  });

  it('returns a card payment to the card', async () => {
    await saveCard();
    await refuse();
    const { id } = await order();
    await untilFailed(id);
    await giveUp();
    const payments = () => server.get('/billing/payments', account.live);
    await until(async () => (await payments()).body.data[0]?.status === 'refunded');
    expect(await readBalance()).toMatchObject({ credit: 0, due: 0 });
    expect(await listPayouts()).toEqual([]);
  });

  it('returns credit as credit and the rest to the card', async () => {
    await saveCard();
    await giveCredit(400);
    await refuse();
    const { id } = await order();
    await untilFailed(id);
    await giveUp();
    const payments = () => server.get('/billing/payments', account.live);
    await until(async () => (await payments()).body.data[0]?.status === 'refunded');
    expect((await payments()).body.data).toMatchObject([{ amount: 600 }]);
    expect(await readBalance()).toMatchObject({ credit: 400, due: 0 });
  });

  it('puts a bank transfer on the payout list with the IBAN of the payer, and staff record the transfer once', async () => {
    await refuse();
    const { id, invoice } = await order();
    const line = {
      id: `line-${id}`,
      ...({ format: 'csv', account: null, reference: null, position: 1, formerId: `former-${id}` } as const),
      bookedAt: server.clock.now(),
      amount: 1000,
      currency: 'EUR',
      text: invoice?.number ?? '',
    };
    const payer = { name: 'Ada Payer', iban: 'DE02120300000000202051' };
    await server.hostler.db.write(() => server.hostler.operator.statements.importLine({ ...line, ...payer }));
    await untilFailed(id);
    await giveUp();
    const [payout, ...more] = await listPayouts();
    expect(more).toEqual([]);
    expect(payout).toMatchObject({ amount: 1000, currency: 'EUR', ...payer, paid_at: null });
    expect(await readBalance()).toMatchObject({ credit: 0, due: 0 });
    const mail = await untilMail(
      server.dataDir,
      SELLER,
      ({ subject }) => subject?.includes(`account ${account.id}`) === true,
    );
    expect(mail.text).toContain(`hostler payment paid-out --id ${payout?.id}`);
    expect((await findPart('payouts')).advice).toContain('hostler payment payouts');
    const done = await server.run('payment paid-out', '--id', payout?.id ?? 0);
    expect(done).toMatchObject({ paid_at: expect.any(String) });
    expect(await listPayouts()).toEqual([]);
    await expect(server.run('payment paid-out', '--id', payout?.id ?? 0)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await server.run('payment payouts', '--status', 'paid')).toContainEqual(
      expect.objectContaining({ id: payout?.id }),
    );
  });

  it('is refunded to the card if the customer cancels it before its server runs', async () => {
    await saveCard();
    await refuse();
    const { id } = await order();
    await untilFailed(id);
    const { body } = await server.post(`/subscriptions/cancel?id=${id}`, account.live, {});
    expect(body.data).toMatchObject({ status: 'cancelled' });
    const payments = () => server.get('/billing/payments', account.live);
    await until(async () => (await payments()).body.data[0]?.status === 'refunded');
    expect((await server.get('/billing/invoices', account.live)).body.data).toHaveLength(2);
  });

  it('is only simulated with a test key; nothing is stored', async () => {
    const scenario = { 'x-sandbox-scenario': 'action_failed' };
    await server.run('account trust', '--id', account.id);
    const body = { plan: 'S', hostname: 'shop.example.com' };
    expect((await server.post('/subscriptions', account.test, body, scenario)).status).toBeLessThan(500);
    expect((await server.get('/subscriptions', account.live)).body.meta.total).toBe(0);
  });
});
