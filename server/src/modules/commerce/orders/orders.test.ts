import { sql } from '@hostler/database';
import type { OperatorApi, OrderedSubscription } from '@hostler/testing/api-types.ts';
import { readMails, secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, PASSWORD } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi } from '@hostler/testing/server/staff.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import type { Block, Order, OrderDetails } from './schemas.ts';

const SETTINGS = {
  HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated',
  HOSTLER_TAX_SMALL_BUSINESS: 'on',
  HOSTLER_SELLER_NAME: 'Seller',
  HOSTLER_SELLER_EMAIL: 'books@example.org',
};
const SAVE_CARD = sql<{ account_id: number; key: string; reference: string }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, :key, 'simulated', :reference, 'A card', 'active', 1, 1)`,
);
const SERVERS = sql<{ account_id: number }, { count: number }>(
  'select count(*) as count from hosting where account_id = :account_id',
);
const BILLING = expect.stringContaining('billing key');
const STOCK = sql<{ name: string }, { stock: number }>('select stock from plans where name = :name');

let server: TestServer;
let account: TestAccount;
const keys = new Map<string, string>();

async function start(env: Record<string, string>): Promise<void> {
  server = await startTestServer({ env: { ...SETTINGS, ...env }, byHand: ['orders.alert', 'billing.run'] });
  server.clock.standStill();
  const { plans, coupons, operatorKeys } = server.operator;
  await plans.create({ name: 'S', price: 1000, stock: 50 });
  await plans.create({ name: 'XL', price: 90_000 });
  await coupons.create({ code: 'ONCE', percent: 50, max_redemptions: 1 });
  for (const role of ['owner', 'support', 'billing', 'technician']) {
    keys.set(role, (await operatorKeys.create({ name: `${role} key`, role, rate_limit: 100_000 })).key);
  }
}

const get = <T>(path: string, role = 'billing') =>
  callOperatorApi<T>(server, 'GET', path, { 'x-api-key': keys.get(role) ?? '' });
const post = <T>(path: string, body: object = {}, role = 'billing') =>
  callOperatorApi<T>(server, 'POST', path, { 'x-api-key': keys.get(role) ?? '' }, body);
const order = (body: object = {}, headers: Record<string, string> = {}) =>
  server.request<OrderedSubscription>('POST', '/subscriptions', {
    key: account.live,
    body: { plan: 'S', hostname: 'shop.example.com', ...body },
    headers,
  });
const show = async (id: number) => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data;
const untilActive = (id: number) =>
  server.until(`/subscriptions/show?id=${id}`, account.live, ({ status }) => status === 'active');
const pay = (invoice_id = 0) => server.operator.payments.create({ invoice_id });
const listOrders = async (query = '') => (await get<Order[]>(`/orders?account=${account.id}${query}`)).body.data;
const findOrder = async () => {
  const [found] = await listOrders();
  if (!found) throw new Error('there is no order');
  return found;
};
const giveCredit = (amount: number) =>
  server.operator.payments.grantCredit({ account_id: account.id, amount, currency: 'EUR', reason: 'test' });
const readBalance = async () => (await server.get('/billing/balance', account.live)).body.data.credit;
const countServers = async () => (await server.hostler.db.read(SERVERS.one({ account_id: account.id })))?.count;
const stockOf = async (name: string) => (await server.hostler.db.read(STOCK.one({ name })))?.stock;
const readMetrics = async () => {
  const lines = await (await fetch(`${server.url}/metrics`)).text();
  return new Map([...lines.matchAll(/^(\w+) (\d+)/gm)].map(([, name = '', value]) => [name, Number(value)]));
};
const saveCard = (reference = 'sim_ok') =>
  server.hostler.db.write(() => SAVE_CARD.run({ account_id: account.id, key: `mandate:${account.id}`, reference }));

describe('with HOSTLER_ORDER_REVIEW=all', () => {
  beforeAll(() => start({ HOSTLER_ORDER_REVIEW: 'all' }));
  afterAll(() => server.stop());
  beforeEach(async () => {
    account = await server.createAccount();
  });

  it('a paid order waits, and an approval creates its server', async () => {
    const { status, body } = await order();
    expect([status, body.data.status, body.data.in_review]).toEqual([201, 'pending', true]);
    expect(body.data.pending_reason).toContain('in review');
    await pay(body.data.invoice?.id);
    expect(await show(body.data.id)).toMatchObject({ status: 'pending', in_review: true, hosting_id: null });
    await server.operator.billing.run({ at: server.clock.now() + 4 * DAY });
    expect(await show(body.data.id)).toMatchObject({ status: 'pending', in_review: true, hosting_id: null });
    const waiting = await findOrder();
    const { numbers } = (await get<OperatorApi.Today>('/today')).body.data;
    expect(numbers).toContainEqual(expect.objectContaining({ key: 'orders_to_review', count: 1 }));
    expect(waiting).toMatchObject({
      ...{ kind: 'order', status: 'in_review', name: 'S (shop.example.com)', amount: 1000, currency: 'EUR' },
      ...{ account_id: account.id, subscription_id: body.data.id, flags: [], ip: '127.0.0.1', age_hours: 0 },
    });
    const approved = await post<Order>(`/orders/approve?id=${waiting.id}`);
    expect([approved.status, approved.body.data]).toMatchObject([200, { status: 'approved', decided_by: BILLING }]);
    expect(await untilActive(body.data.id)).toMatchObject({ in_review: false, pending_reason: null });
    expect(await countServers()).toBe(1);
    await untilMail(server.dataDir, waiting.email, ({ subject = '' }) => subject.includes('was approved'));
  });

  it('of two concurrent decisions one wins, and the other is a conflict that names the winner', async () => {
    const { body } = await order();
    await pay(body.data.invoice?.id);
    const { id } = await findOrder();
    const answers = await Promise.all([
      post(`/orders/approve?id=${id}`, {}, 'billing'),
      post(`/orders/approve?id=${id}`, {}, 'owner'),
      post(`/orders/approve?id=${id}`, {}, 'owner'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(`Order ${id}`) });
    await untilActive(body.data.id);
    expect(await countServers()).toBe(1);
    const refused = await post(`/orders/refuse?id=${id}`, { reason: 'Too late' });
    expect(refused.body.error.message).toMatch(/was already approved by (billing|owner) key/);
  });

  it('an approved order by bank transfer waits for its payment', async () => {
    const { body } = await order();
    const { id } = await findOrder();
    await post(`/orders/approve?id=${id}`);
    expect(await show(body.data.id)).toMatchObject({
      ...{ status: 'pending', in_review: false, hosting_id: null },
      pending_reason: 'The first invoice is not paid yet.',
    });
    await pay(body.data.invoice?.id);
    await untilActive(body.data.id);
  });

  it('the saved card of an order by API is charged at the approval, not before', async () => {
    await saveCard();
    const { body } = await order();
    expect((await server.get('/billing/payments', account.live)).body.meta.total).toBe(0);
    await post(`/orders/approve?id=${(await findOrder()).id}`);
    await untilActive(body.data.id);
    const { data } = (await server.get('/billing/payments', account.live)).body;
    expect(data).toMatchObject([{ status: 'succeeded', amount: 1000 }]);
  });

  it('a refusal returns the payment, the credit, the coupon and the stock, and tells the customer', async () => {
    const stock = await stockOf('S');
    await giveCredit(200);
    const { body } = await order({ coupon: 'ONCE' });
    expect(body.data.invoice).toMatchObject({ total: 500, amount_due: 300 });
    expect(await readBalance()).toBe(0);
    await pay(body.data.invoice?.id);
    const waiting = await findOrder();
    const refused = await post<Order>(`/orders/refuse?id=${waiting.id}`, {
      reason: 'We could not verify your address',
    });
    expect(refused.body.data).toMatchObject({
      ...{ status: 'refused', reason: 'We could not verify your address.', decided_by: BILLING },
    });
    expect(await show(body.data.id)).toMatchObject({ status: 'cancelled', in_review: false, hosting_id: null });
    expect(await stockOf('S')).toBe(stock);
    const { text = '' } = await untilMail(server.dataDir, waiting.email, ({ subject = '' }) =>
      subject.includes('was not accepted'),
    );
    expect(text).toContain('We could not verify your address.');
    // The transfer of 300 is paid back by hand, the credit of 200 returns to the balance.
    expect(await readBalance()).toBe(200);
    expect(await server.operator.payouts.list()).toMatchObject([{ account_id: account.id, amount: 300 }]);
    expect((await order({ coupon: 'ONCE' })).status).toBe(201);
    expect((await post(`/orders/refuse?id=${waiting.id}`, { reason: 'Again' })).status).toBe(409);
  });

  it('a customer can cancel while the order is in review', async () => {
    const { body } = await order();
    const cancelled = await server.post(`/subscriptions/cancel?id=${body.data.id}`, account.live, {});
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', in_review: false });
    const found = await findOrder();
    expect(found).toMatchObject({ status: 'cancelled', waits_since: null });
    const late = await post(`/orders/approve?id=${found.id}`);
    expect([late.status, late.body.error.message]).toEqual([
      409,
      `Order ${found.id} was already cancelled. Nothing was changed.`,
    ]);
  });

  it('an unpaid order is cancelled after 7 days, in review or not', async () => {
    const { body } = await order();
    await server.operator.billing.run({ at: server.clock.now() + 7 * DAY });
    expect(await show(body.data.id)).toMatchObject({ status: 'cancelled' });
    expect(await listOrders('&status=in_review')).toEqual([]);
  });

  it('staff are alerted once after 24 hours, and doctor reports it', async () => {
    await order();
    const { id } = await findOrder();
    const check = server.hostler.checks.find(({ name }) => name === 'order review');
    expect(await check?.check(1_000)).toMatchObject({ advice: null });
    server.clock.advance(24 * HOUR);
    await server.runUpkeep('orders.alert');
    await server.runUpkeep('orders.alert');
    const isAlert = ({ subject = '' }: { subject?: string | undefined }) => subject.includes('in review for 24 hours');
    const { text = '' } = await untilMail(server.dataDir, 'books@example.org', isAlert);
    expect(text).toContain(`Order ${id} of account ${account.id}`);
    expect((await readMails(server.dataDir)).filter(isAlert)).toHaveLength(1);
    expect(await check?.check(1_000)).toMatchObject({ advice: expect.stringContaining('hostler order list') });
    expect(await findOrder()).toMatchObject({ age_hours: 24 });
    const [found, metrics] = [await listOrders('&status=in_review'), await readMetrics()];
    expect(metrics.get('hostler_orders_in_review')).toBeGreaterThanOrEqual(found.length);
    expect(metrics.get('hostler_orders_in_review_oldest_seconds')).toBeGreaterThanOrEqual((24 * HOUR) / 1_000);
  });

  it('support reads orders and decides nothing; technicians read none', async () => {
    await order();
    const { id } = await findOrder();
    const shown = await get<OrderDetails>(`/orders/show?id=${id}`, 'support');
    expect(shown.body.data).toMatchObject({ id, customer: { country: 'DE', trusted: false }, has_card: false });
    expect((await post(`/orders/approve?id=${id}`, {}, 'support')).status).toBe(403);
    expect((await post(`/orders/refuse?id=${id}`, { reason: 'No' }, 'support')).status).toBe(403);
    expect((await get('/blocks', 'support')).status).toBe(403);
    expect((await get('/orders', 'technician')).status).toBe(403);
    expect((await post('/orders/approve?id=999999')).status).toBe(404);
    expect((await post(`/orders/refuse?id=${id}`, {})).body.error.code).toBe('VALIDATION_ERROR');
    const odd = await post(`/orders/refuse?id=${id}`, { reason: 'No', block: ['phone'] });
    expect(odd.body.error.details).toMatchObject([{ field: 'block' }]);
  });

  it('an order by staff needs no review and is not listed', async () => {
    const sold = await server.operator.subscriptions.create({ account_id: account.id, plan: 'S' });
    expect(sold).toMatchObject({ status: 'active', in_review: false });
    expect(await listOrders()).toEqual([]);
  });
});

describe('with HOSTLER_ORDER_REVIEW=new', () => {
  beforeAll(() => start({ HOSTLER_ORDER_REVIEW: 'new' }));
  afterAll(() => server.stop());

  it('orders wait until the account has a paid invoice or is trusted', async () => {
    account = await server.createAccount();
    const first = (await order()).body.data;
    expect(first.in_review).toBe(true);
    await pay(first.invoice?.id);
    await post(`/orders/approve?id=${(await findOrder()).id}`);
    expect((await order()).body.data.in_review).toBe(false);
    account = await server.createAccount();
    await server.run('account trust', '--id', account.id);
    expect((await order()).body.data).toMatchObject({ in_review: false, hosting_id: expect.any(Number) });
  });
});

describe('with HOSTLER_ORDER_REVIEW=flagged', () => {
  beforeAll(() =>
    start({
      HOSTLER_ORDER_REVIEW: 'flagged',
      HOSTLER_ORDER_REVIEW_DOMAINS: 'burner.example',
      HOSTLER_TRUSTED_PROXIES: '127.0.0.1/32',
    }),
  );
  afterAll(() => server.stop());
  beforeEach(async () => {
    account = await server.createAccount();
  });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });

  it('an order without a flag is carried out', async () => {
    const { body } = await order({}, from('192.0.2.1'));
    expect(body.data.in_review).toBe(false);
    await pay(body.data.invoice?.id);
    await untilActive(body.data.id);
    const found = await findOrder();
    expect(found).toMatchObject({ status: 'accepted', flags: [], ip: '192.0.2.1' });
    expect((await post(`/orders/approve?id=${found.id}`)).body.error.message).toContain('needed no review');
  });

  it('an amount above the limit is flagged', async () => {
    expect((await order({ plan: 'XL' }, from('192.0.2.2'))).body.data.in_review).toBe(true);
    expect((await findOrder()).flags).toEqual([{ code: 'amount', reason: 'The amount is above €500.00.' }]);
  });

  it('a disposable e-mail address is flagged', async () => {
    const made = await server.operator.accounts.create({ name: 'Burner', email: 'jo@mail.burner.example' });
    const address = { street: 'A 1', postal_code: '1', city: 'B', country: 'DE' };
    await server.operator.profiles.update({ account_id: made.id, ...address });
    const key = (
      await server.operator.keys.create({ account_id: made.id, environment: 'live', scopes: ['billing.write'] })
    ).key;
    account = { id: made.id, live: key, test: '' };
    expect((await order({}, from('192.0.2.3'))).body.data.in_review).toBe(true);
    expect((await findOrder()).flags).toMatchObject([{ code: 'disposable_email' }]);
  });

  it('the fourth order from one IP address within a day is flagged, also by different accounts', async () => {
    for (let count = 0; count < 3; count++) {
      account = await server.createAccount();
      expect((await order({}, from('2001:db8:1:1::1'))).body.data.in_review).toBe(false);
    }
    account = await server.createAccount();
    expect((await order({}, from('2001:db8:1:1:ffff::2'))).body.data.in_review).toBe(true);
    expect(await findOrder()).toMatchObject({ ip: '2001:db8:1:1::/64', flags: [{ code: 'many_from_address' }] });
    server.clock.advance(DAY + 1);
    expect((await order({}, from('2001:db8:1:1::3'))).body.data.in_review).toBe(false);
  });

  it('the fourth order with one card within a day is flagged, also by different accounts', async () => {
    const orderByCard = async (address: string) => {
      account = await server.createAccount();
      await saveCard();
      return (await order({}, from(address))).body.data.id;
    };
    for (let count = 0; count < 3; count++) await untilActive(await orderByCard(`192.0.2.${10 + count}`));
    const fourth = await orderByCard('192.0.2.13');
    await server.until(`/subscriptions/show?id=${fourth}`, account.live, ({ in_review }) => in_review);
    expect((await findOrder()).flags).toMatchObject([{ code: 'many_from_card' }]);
    expect(await countServers()).toBe(0);
    server.clock.advance(DAY + 1);
    await untilActive(await orderByCard('192.0.2.14'));
  });

  it('a card from another country is flagged when the payment reveals it, before the server is created', async () => {
    await saveCard('sim_foreign');
    const { body } = await order({}, from('192.0.2.4'));
    expect(body.data.in_review).toBe(false);
    await server.until(`/subscriptions/show?id=${body.data.id}`, account.live, ({ in_review }) => in_review);
    expect(await countServers()).toBe(0);
    const { id, flags } = await findOrder();
    expect(flags).toEqual([
      { code: 'card_country', reason: 'The billing address is in DE; the card was issued in BR.' },
    ]);
    await post(`/orders/refuse?id=${id}`, { reason: 'No', block: ['card', 'address', 'email'] });
    const { data } = (await server.get('/billing/payments', account.live)).body;
    expect(data).toMatchObject([{ amount: 1000 }]);
    await server.until('/billing/payments', account.live, (payments) => payments[0]?.status === 'refunded');
    // The same card of another customer, from another address.
    account = await server.createAccount();
    await saveCard('sim_foreign');
    const other = (await order({}, from('192.0.2.5'))).body.data;
    await server.until(`/subscriptions/show?id=${other.id}`, account.live, ({ in_review }) => in_review);
    expect((await findOrder()).flags).toContainEqual({
      code: 'blocked_card',
      reason: 'The card is on the block list.',
    });
    const again = await order({}, from('192.0.2.6'));
    expect([again.status, again.body.error.message]).toEqual([403, 'This order cannot be accepted. Contact support.']);
  });

  it('the IP address of an order is deleted after 90 days, but not while the order is in review', async () => {
    await order({}, from('192.0.2.20'));
    await order({ plan: 'XL' }, from('192.0.2.21'));
    const listAddresses = async () => {
      await server.runUpkeep('orders.forget-addresses');
      return (await listOrders()).map(({ ip }) => ip);
    };
    server.clock.advance(89 * DAY);
    expect((await listAddresses()).toSorted()).toEqual(['192.0.2.20', '192.0.2.21']);
    server.clock.advance(2 * DAY);
    expect((await listAddresses()).filter((ip) => ip !== null)).toEqual(['192.0.2.21']);
  });
});

describe('the block list', () => {
  const signUp = (email: string) => {
    const address = { street: 'A 1', postal_code: '10115', city: 'Berlin', country: 'DE' };
    const panel = openPanel(server);
    return {
      panel,
      answer: panel.post('/sign-up', { name: 'Jo', kind: 'consumer', address, password: PASSWORD, email }),
    };
  };

  beforeAll(() => start({ HOSTLER_SIGNUP: 'review', HOSTLER_SIGNUP_CHECK: 'off' }));
  afterAll(() => server.stop());
  beforeEach(async () => {
    account = await server.createAccount();
  });

  it('refuses orders and sign-ups without naming the cause, until the entry is removed', async () => {
    const { email } = (await server.operator.accounts.list({ text: 'Customer' }))[0] ?? { email: '' };
    const added = await post<Block>('/blocks', { kind: 'email', value: email.toUpperCase(), reason: 'Chargebacks' });
    expect([added.status, added.body.data]).toMatchObject([201, { kind: 'email', value: email, created_by: BILLING }]);
    expect((await post('/blocks', { kind: 'email', value: email })).status).toBe(409);
    expect(await order()).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect((await get<Block[]>('/blocks?kind=email&search=charge')).body.data).toHaveLength(1);
    await server.run('block remove', '--id', added.body.data.id);
    expect((await order()).status).toBe(201);
    const blocked = await post<Block>('/blocks', { kind: 'address', value: '127.0.0.1' });
    const { status, body } = await signUp('new@example.com').answer;
    expect([status, body.error.message]).toEqual([403, 'This sign-up cannot be accepted. Contact support.']);
    expect((await order()).status).toBe(403);
    await post(`/blocks/remove?id=${blocked.body.data.id}`);
    for (const [kind, value] of [
      ['email', 'nobody'],
      ['address', 'example.com'],
      ['address', '10.0.0.0/8'],
      ['card', '4242'],
    ]) {
      expect((await post('/blocks', { kind, value })).body.error.details).toMatchObject([{}]);
    }
  });

  it('lists sign-ups that wait, which are approved or refused like orders', async () => {
    const admit = async (email: string) => {
      const { panel, answer } = signUp(email);
      expect((await answer).status).toBe(200);
      const mail = await untilMail(server.dataDir, email, ({ text = '' }) => text.includes('/sign-up/confirm#'));
      await panel.post('/sign-up/confirm', { token: secretIn(mail) });
      const [found] = (await get<Order[]>(`/orders?kind=sign_up&search=${email}`)).body.data;
      if (!found) throw new Error('the sign-up is not listed');
      server.clock.advance(HOUR);
      return found;
    };
    const first = await admit('first@example.com');
    expect(first).toMatchObject({ kind: 'sign_up', status: 'in_review', ip: '127.0.0.1', amount: null });
    const { numbers } = (await get<{ numbers: { key: string; count: number }[] }>('/today')).body.data;
    const { total } = (await get<Order[]>('/orders?status=in_review')).body.meta ?? {};
    expect(numbers).toContainEqual(expect.objectContaining({ key: 'orders_to_review', count: total }));
    expect((await post<Order>(`/orders/approve?id=${first.id}`)).body.data).toMatchObject({ status: 'approved' });
    await untilMail(server.dataDir, 'first@example.com', ({ subject }) => subject === 'Your account is ready');
    const second = await admit('second@example.com');
    await server.run('account approve', '--id', second.account_id);
    expect((await get<Order>(`/orders/show?id=${second.id}`)).body.data).toMatchObject({ status: 'approved' });
    const third = await admit('third@example.com');
    const refused = await post<Order>(`/orders/refuse?id=${third.id}`, { reason: 'No', block: ['email'] });
    expect(refused.body.data).toMatchObject({ status: 'refused' });
    await untilMail(server.dataDir, 'third@example.com', ({ subject = '' }) => subject.includes('not accepted'));
    const [entry] = (await get<Block[]>('/blocks?search=third')).body.data;
    expect(entry).toMatchObject({ kind: 'email', value: 'third@example.com' });
    expect((await signUp('third@example.com').answer).status).toBe(403);
  });
});
