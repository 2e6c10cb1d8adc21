import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';
import type { RepriceLine } from './operator-service.ts';

const NOTICES = sql<{ subscription_id: number }, { status: string; sent_at: number | null; agreed_by: string | null }>(
  'select status, sent_at, agreed_by from price_notices where subscription_id = :subscription_id',
);
const USES = sql<{ subscription_id: number }, { rate: number; started_at: number; ended_at: number | null }>(
  'select rate, started_at, ended_at from subscription_uses where subscription_id = :subscription_id order by id desc',
);
const GIVE_UP = sql<{ recipient: string; now: number }>(
  `update mails set ended_at = :now, result = 'given_up', content = null, next_at = null where recipient = :recipient`,
);

let server: TestServer;
let customers = 0;

beforeAll(async () => {
  server = await startTestServer({ byHand: 'all' });
  server.clock.standStill();
  server.clock.advance(Date.parse('2027-01-10T12:00:00Z') - server.clock.now());
});
afterAll(() => server.stop());

const now = () => server.clock.now();

interface Customer {
  readonly id: number;
  readonly email: string;
  readonly subscription: number;
}

async function makePlan(period: 'monthly' | 'yearly' = 'monthly'): Promise<string> {
  const name = `Plan ${++customers}`;
  await server.operator.plans.create({ name, price: 900, billing_period: period });
  return name;
}

async function buy(plan: string, kind: 'business' | 'consumer'): Promise<Customer> {
  const email = `buyer${++customers}@example.com`;
  const { id } = await server.operator.accounts.create({
    name: `Buyer ${customers}`,
    email,
    password_hash: PASSWORD_HASH,
  });
  await server.hostler.db.write(() =>
    server.hostler.customer.profiles.update(id, { kind, company: kind === 'business' ? 'Buyer Ltd' : null }, now()),
  );
  const subscription = await server.operator.subscriptions.create({ account_id: id, plan });
  const invoice = (await server.operator.invoices.list({ account_id: id })).find(({ status }) => status === 'unpaid');
  if (invoice) await server.operator.payments.create({ invoice_id: invoice.id, method: 'transfer' });
  return { id, email, subscription: subscription.id };
}

const reprice = (plan: string, ...more: (string | number)[]) =>
  server.run<RepriceLine[]>(
    'plan reprice',
    '--plan',
    plan,
    '--price',
    1200,
    '--from',
    new Date(now()).toISOString(),
    ...more,
  );
const show = async ({ id, subscription }: Customer) =>
  server.hostler.db.read(server.hostler.customer.subscriptions.find(id, subscription));
const notice = async ({ subscription }: Customer) =>
  (await server.hostler.db.read(NOTICES.all({ subscription_id: subscription })))[0];
/** Runs billing day by day. All customers pay. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    server.clock.advance(DAY);
    await server.operator.billing.run({ yes: true });
    for (const { id, amount_due } of await server.operator.invoices.list()) {
      if (amount_due > 0) await server.operator.payments.create({ invoice_id: id, method: 'transfer' });
    }
  }
}
/** Returns the billed prices in order of issue. */
async function prices({ id }: Customer): Promise<number[]> {
  const invoices = await server.operator.invoices.list({ account_id: id });
  return invoices.sort((a, b) => a.id - b.id).map(({ subtotal }) => subtotal);
}

describe('a price increase', () => {
  it('lists every subscription with old and new price in a dry run, and changes nothing', async () => {
    const plan = await makePlan();
    const [business, consumer] = [await buy(plan, 'business'), await buy(plan, 'consumer')];
    const lines = await reprice(plan, '--dry-run');
    expect(lines).toMatchObject([
      {
        subscription_id: business.subscription,
        customer: 'business',
        old_price: 900,
        new_price: 1200,
        state: 'to announce',
      },
      { subscription_id: consumer.subscription, customer: 'consumer', old_price: 900, new_price: 1200 },
    ]);
    expect(await notice(business)).toBeUndefined();
    expect(await show(business)).toMatchObject({ price: 900, next_terms: null });
  });

  it('applies to a business at its own renewal, at least 30 days after the mail', async () => {
    const plan = await makePlan();
    const customer = await buy(plan, 'business');
    await pass(10);
    const announced = now();
    await reprice(plan);
    const { change_at } = await show(customer);
    expect(change_at).toBeGreaterThanOrEqual(announced + 30 * DAY);
    await untilMail(server.dataDir, customer.email, ({ text = '' }) =>
      /cancel at any time\s+before\s+that\s+day/.test(text),
    );
    await reprice(plan);
    expect(await server.hostler.db.read(NOTICES.all({ subscription_id: customer.subscription }))).toHaveLength(1);
    await pass(25);
    expect(await prices(customer)).toEqual([900, 900]);
    await pass(30);
    expect((await prices(customer)).at(-1)).toBe(1200);
    expect(await notice(customer)).toMatchObject({ status: 'applied' });
    expect(await show(customer)).toMatchObject({ price: 1200 });
  });

  it('applies to a consumer who agrees, and not to one who does not', async () => {
    const plan = await makePlan();
    const [silent, agreeing] = [await buy(plan, 'consumer'), await buy(plan, 'consumer')];
    await reprice(plan);
    const panel = openPanel(server);
    await panel.signIn(agreeing.email);
    const listed = await panel.get<PanelApi.PriceChange[]>(`/billing/price-changes?account_id=${agreeing.id}`);
    const [change] = listed.body.data;
    expect(change).toMatchObject({ old_price: 900, new_price: 1200, needs_consent: true, agreed_at: null });
    const body = { account_id: agreeing.id, id: change?.id };
    expect((await panel.post('/billing/price-changes/agree', body)).status).toBe(200);
    expect((await panel.post('/billing/price-changes/agree', { ...body, account_id: silent.id })).status).toBe(404);
    await pass(70);
    expect((await prices(silent)).every((price) => price === 900)).toBe(true);
    expect((await prices(agreeing)).at(-1)).toBe(1200);
    expect(await notice(silent)).toMatchObject({ status: 'kept' });
    expect(await notice(agreeing)).toMatchObject({
      status: 'applied',
      agreed_by: expect.stringMatching(/^person \d+$/),
    });
  });

  it('can be agreed to once with the link in the mail', async () => {
    const plan = await makePlan();
    const customer = await buy(plan, 'consumer');
    await reprice(plan);
    const token = secretIn(await untilMail(server.dataDir, customer.email, ({ text = '' }) => text.includes('#')));
    const panel = openPanel(server);
    expect((await panel.post('/price-changes/agree', { token })).status).toBe(200);
    expect(await notice(customer)).toMatchObject({ status: 'agreed' });
    expect((await panel.post('/price-changes/agree', { token })).status).toBe(404);
  });

  it('ends the subscription of a consumer who does not agree at the end of its period if staff choose end', async () => {
    const plan = await makePlan();
    const customer = await buy(plan, 'consumer');
    await reprice(plan);
    const [{ id }] = await server.run<[{ id: number }]>('plan price-changes');
    await server.run('plan without-consent', '--id', id, '--choose', 'end');
    await pass(70);
    expect(await notice(customer)).toMatchObject({ status: 'ended' });
    const { status, current_period_end } = await show(customer);
    expect(status).toBe('cancelled');
    expect(current_period_end).toBeLessThanOrEqual(now());
    expect((await prices(customer)).every((price) => price === 900)).toBe(true);
  });

  it('applies to a subscription that was cancelled and resumed, and is dropped for one that ends', async () => {
    const plan = await makePlan();
    const [back, gone] = [await buy(plan, 'business'), await buy(plan, 'business')];
    await reprice(plan);
    const { subscriptions } = server.hostler.customer;
    await server.hostler.db.write(() => subscriptions.cancel(back.id, back.subscription, false, now()));
    await server.hostler.db.write(() => subscriptions.resume(back.id, back.subscription));
    await server.hostler.db.write(() => subscriptions.cancel(gone.id, gone.subscription, false, now()));
    await pass(100);
    expect((await prices(back)).at(-1)).toBe(1200);
    expect(await notice(gone)).toMatchObject({ status: 'dropped' });
  });

  it('is not applied if its mail cannot be delivered, and stores when the mail was sent', async () => {
    const plan = await makePlan();
    const [unreachable, reached] = [await buy(plan, 'business'), await buy(plan, 'business')];
    await reprice(plan);
    await untilMail(server.dataDir, reached.email);
    await server.hostler.db.write(() => GIVE_UP.run({ recipient: unreachable.email, now: now() }));
    const follow = server.hostler.recurring.find(({ name }) => name === 'repricing.mail');
    const isSent = async () => {
      await follow?.run(now());
      return (await notice(reached))?.sent_at;
    };
    await expect.poll(isSent, { timeout: 20_000 }).not.toBeNull();
    expect(await show(unreachable)).toMatchObject({ next_terms: null, price: 900 });
    expect(await notice(unreachable)).toMatchObject({ status: 'unsent' });
    expect(await notice(reached)).toMatchObject({ status: 'announced', sent_at: expect.any(Number) });
  });

  it('waits for the end of a paid year', async () => {
    const plan = await makePlan('yearly');
    const customer = await buy(plan, 'business');
    await reprice(plan, '--period', 'yearly');
    const { change_at, current_period_end } = await show(customer);
    expect(change_at).toBe(current_period_end);
  });

  it('changes an hourly price at the beginning of a month', async () => {
    const plan = `Plan ${++customers}`;
    await server.operator.plans.create({ name: plan, prices: [{ period: 'hourly', currency: 'EUR', price: 2 }] });
    const customer = await buy(plan, 'business');
    const from = new Date(now()).toISOString();
    await server.run('plan reprice', '--plan', plan, '--price', 3, '--from', from, '--period', 'hourly');
    const { change_at } = await show(customer);
    expect(new Date(change_at ?? 0).getUTCDate()).toBe(1);
    expect(change_at).toBeGreaterThanOrEqual(now() + 30 * DAY);
    await pass(Math.ceil(((change_at ?? 0) - now()) / DAY) + 1);
    const [last, before] = await server.hostler.db.read(USES.all({ subscription_id: customer.subscription }));
    expect(last).toMatchObject({ rate: 3, ended_at: null });
    expect(last?.started_at).toBeGreaterThanOrEqual(change_at ?? 0);
    expect(before).toMatchObject({ rate: 2, ended_at: last?.started_at });
  });

  it('is refused if another price was already announced for the same day', async () => {
    const plan = await makePlan();
    await buy(plan, 'business');
    await reprice(plan);
    const again = server.run('plan reprice', '--plan', plan, '--price', 1300, '--from', new Date(now()).toISOString());
    await expect(again).rejects.toThrow('was already announced');
  });
});
