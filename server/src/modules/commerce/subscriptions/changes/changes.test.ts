import { join } from 'node:path';
import type { ChangePreview, Subscription } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failNext } from '#engines/simulation/faults.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  const { plans, coupons } = server.operator;
  const disk_gb = 20;
  const yearly = { period: 'yearly', currency: 'EUR', price: 10_000 } as const;
  await plans.create({ name: 'S', price: 1000, disk_gb, prices: [yearly] });
  await plans.create({ name: 'XS', price: 500, disk_gb });
  await plans.create({ name: 'M', price: 2000, disk_gb, vcpus: 2, memory_mb: 2048, stock: 100 });
  await plans.create({ name: 'ML', price: 3000, disk_gb, vcpus: 2, memory_mb: 2048 });
  await plans.create({ name: 'L', price: 4000, disk_gb: 40, vcpus: 4, memory_mb: 4096 });
  await plans.create({ name: 'H', billing_period: 'hourly', price: 2, disk_gb });
  await plans.create({ name: 'H2', billing_period: 'hourly', price: 4, disk_gb });
  await plans.create({ name: 'VM', price: 5000, disk_gb: 100, kind: 'virtual-machine' });
  await coupons.create({ code: 'HALF', percent: 50 });
  await coupons.create({ code: 'ONLY-S', percent: 50, plans: ['S'] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.createAccount();
  // A trusted account changes plan immediately and pays afterwards. See payment.test.ts for other accounts.
  await server.run('account trust', '--id', account.id);
});

/** Creates a subscription and waits until its server runs. */
const buy = async (plan = 'S', options: object = {}) => {
  const order = { account_id: account.id, plan, hostname: 'shop.example.com', ...options };
  const sold = await server.operator.subscriptions.create(order);
  type Sold = Omit<typeof sold, 'invoice'>;
  const isActive = ({ status }: Sold) => status === 'active';
  return {
    ...sold,
    ...(await server.until(`/subscriptions/show?id=${sold.id}`, account.live, isActive)),
  };
};
const preview = (id: number, plan: string, more: object = {}) =>
  server.post('/subscriptions/preview', account.live, { id, plan, ...more });
const change = (id: number, plan: string, expected_amount: number, more: object = {}, key = account.live) =>
  server.post('/subscriptions/change', key, { id, plan, expected_amount, ...more });
const show = async (id: number) => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data;
const subscriptions = () => server.hostler.customer.subscriptions;
const changeAt = (id: number, plan: string, expected_amount: number, at: number) =>
  server.hostler.db.write(() => subscriptions().change(account.id, id, { plan, expected_amount }, at));
const previewAt = async (id: number, plan: string, at: number) =>
  (await server.hostler.db.read(subscriptions().preview(account.id, id, { plan }, at))).totals.total;
const billAt = (at: number) => server.hostler.db.write(() => subscriptions().bill([account.id], at));
const carryOutAt = (id: number, at: number) =>
  server.hostler.db.write(() => subscriptions().carryOut(account.id, id, at));
const cancelAt = (id: number, at: number) =>
  server.hostler.db.write(() => subscriptions().cancel(account.id, id, false, at));
const resume = (id: number) => server.hostler.db.write(() => subscriptions().resume(account.id, id));
const refusalOf = async (answer: Promise<{ status: number; body: { error: { code: string } } }>) => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};
const sizeOf = async (id: number) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;

describe('a change to a larger plan', () => {
  it('takes effect immediately, is prorated by the second, and resizes the server', async () => {
    const { id, hosting_id, ...sold } = await buy();
    const [start, end] = [Date.parse(sold.current_period_start), Date.parse(sold.current_period_end)];
    const { body } = await preview(id, 'M');
    expect(body.data).toMatchObject({ amount_due_now: 1000, new_price: 2000, immediately: true });
    const half = start + (end - start) / 2;
    const due = await previewAt(id, 'M', half);
    expect(due).toBe(500);
    const { subscription, invoice } = await changeAt(id, 'M', due, half);
    expect(subscription).toMatchObject({ plan: 'M', price: 2000, name: 'M (shop.example.com)' });
    expect(invoice).toMatchObject({ total: 500, items: [{ kind: 'proration' }] });
    await server.until(`/hosting/show?id=${hosting_id}`, account.live, ({ vcpus }) => vcpus === 2);
    expect(await sizeOf(Number(hosting_id))).toMatchObject({ plan: 'M' });
  });

  it('costs the previewed amount for 10 minutes, and is refused after that', async () => {
    const { id, current_period_start } = await buy('S', { period: 'yearly' });
    await server.operator.plans.create({ name: `Y${id}`, price: 900_000_000, billing_period: 'yearly' });
    const at = Date.parse(current_period_start) + DAY;
    const due = await previewAt(id, `Y${id}`, at);
    expect(await previewAt(id, `Y${id}`, at + MINUTE)).not.toBe(due);
    await expect(changeAt(id, `Y${id}`, due, at + 11 * MINUTE)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(changeAt(id, `Y${id}`, due + 1, at + MINUTE)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await changeAt(id, `Y${id}`, due, at + 9 * MINUTE)).invoice).toMatchObject({ total: due });
  });

  it('is refused if the price changed since the preview', async () => {
    const { id } = await buy();
    await server.operator.plans.create({ name: `P${id}`, price: 3000 });
    const { amount_due_now, new_price } = (await preview(id, `P${id}`)).body.data;
    await server.operator.plans.change(`P${id}`, { price: 3500 });
    expect(await refusalOf(change(id, `P${id}`, amount_due_now))).toEqual([409, 'CONFLICT']);
    const expected = { expected_price: new_price };
    const now = (await preview(id, `P${id}`)).body.data.amount_due_now;
    expect(await refusalOf(change(id, `P${id}`, now, expected))).toEqual([409, 'CONFLICT']);
    expect(await show(id)).toMatchObject({ plan: 'S' });
  });

  it('is charged for each step if several follow each other, and once if two identical requests are simultaneous', async () => {
    const { id } = await buy();
    const both = await Promise.all([change(id, 'M', 1000), change(id, 'M', 1000)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await change(id, 'L', 2000)).body.data).toMatchObject({ plan: 'L', invoice: { total: 2000 } });
    const { body } = await server.get('/billing/invoices?sort=asc', account.live);
    expect(body.data.map(({ total }) => total)).toEqual([1000, 1000, 2000]);
  });

  it('is reduced by the coupon of the current period', async () => {
    const { id } = await buy('S', { coupon: 'HALF' });
    expect((await preview(id, 'M')).body.data).toMatchObject({ amount_due_now: 500 });
  });

  it('is charged in full if the coupon is not valid for the new plan', async () => {
    const { id } = await buy('S', { coupon: 'ONLY-S' });
    expect((await preview(id, 'M')).body.data).toMatchObject({ amount_due_now: 2000 - 500 });
  });

  it('deducts the amount paid for each period, even if the next period was billed or its invoice was cancelled', async () => {
    const { id, current_period_end } = await buy('S', { coupon: 'HALF' });
    const before = Date.parse(current_period_end) - DAY;
    await billAt(before);
    const ofDay = await previewAt(id, 'M', before).then((due) => due - 500);
    expect(ofDay).toBeGreaterThan(500 / 32);
    expect(ofDay).toBeLessThan(500 / 27);
    await cancelAt(id, before);
    await resume(id);
    expect(await previewAt(id, 'M', before)).toBe(ofDay);
  });

  it('is not charged for a next period whose invoice is cancelled before it begins', async () => {
    const { id, current_period_end, invoice } = await buy();
    const before = Date.parse(current_period_end) - DAY;
    await billAt(before);
    const ofDay = (await changeAt(id, 'M', await previewAt(id, 'M', before), before)).invoice?.items[0]?.amount ?? 0;
    await cancelAt(id, before);
    const { body } = await server.get('/billing/balance', account.live);
    expect(body.data).toMatchObject({ due: (invoice?.total ?? 0) + ofDay, credit: 0 });
  });

  it('is also charged for the next period if that is already billed', async () => {
    const { id, current_period_end } = await buy();
    const at = Date.parse(current_period_end) - DAY;
    await server.hostler.db.write(() => subscriptions().bill([account.id], at));
    const due = await previewAt(id, 'M', at);
    expect(due).toBeGreaterThan(1000 + 30);
    expect(due).toBeLessThan(1000 + 40);
  });

  it('is charged for every period that is billed ahead, less the coupon that reduced it', async () => {
    const billAhead = async (options?: object) => {
      const { id, ...sold } = await buy('S', options);
      const [start, end] = [Date.parse(sold.current_period_start), Date.parse(sold.current_period_end)];
      await billAt(end + 35 * DAY);
      await billAt(end + 70 * DAY);
      expect(Date.parse((await show(id)).current_period_start)).toBeGreaterThan(end + 50 * DAY);
      return { id, middle: start + (end - start) / 2 };
    };
    const { id, middle } = await billAhead();
    // Half of the running period, and at least two more.
    const due = await previewAt(id, 'M', middle);
    expect(due % 1000).toBe(500);
    expect(due).toBeGreaterThanOrEqual(2500);
    const { invoice } = await changeAt(id, 'M', due, middle);
    expect(invoice?.items.map(({ amount }) => amount)).toEqual([500, ...Array(Math.floor(due / 1000)).fill(1000)]);
    expect(new Set(invoice?.items.map(({ period_start }) => period_start)).size).toBe(invoice?.items.length);
    const reduced = await billAhead({ coupon: 'HALF' });
    expect(await previewAt(reduced.id, 'M', reduced.middle)).toBe(due / 2);
  });

  it('deducts the price of the waiting plan for every period that is billed with it', async () => {
    const { id, current_period_start, current_period_end } = await buy();
    const [start, end] = [Date.parse(current_period_start), Date.parse(current_period_end)];
    const middle = start + (end - start) / 2;
    await changeAt(id, 'XS', 0, middle);
    await billAt(end + 35 * DAY);
    await billAt(end + 70 * DAY);
    const due = await previewAt(id, 'M', middle);
    // Half of a period of S for 1000, then at least two periods of XS for 500 each.
    const { invoice } = await changeAt(id, 'M', due, middle);
    const [running, ...later] = invoice?.items.map(({ amount }) => amount) ?? [];
    expect(running).toBe(500);
    expect(later.length).toBeGreaterThanOrEqual(2);
    expect(new Set(later)).toEqual(new Set([1500]));
    const names = invoice?.items.map(({ description }) => description.split(': ')[1]);
    expect(names).toEqual(['from S to M', ...later.map(() => 'from XS to M')]);
  });

  it('with a test key returns a response and changes nothing', async () => {
    const { id } = await buy();
    expect((await change(id, 'M', 1000, {}, account.test)).body.data).toMatchObject({ plan: 'M' });
    expect(await show(id)).toMatchObject({ plan: 'S' });
  });
});

describe('a change to a smaller plan', () => {
  it('waits for the end of the period, and is replaced by a change to a larger plan', async () => {
    const { id, current_period_end } = await buy('M');
    const { body } = await preview(id, 'S');
    expect(body.data).toMatchObject({ amount_due_now: 0, immediately: false, effective_at: current_period_end });
    expect((await change(id, 'S', 0)).body.data).toMatchObject({ plan: 'M', next_plan: { plan: 'S', price: 1000 } });
    expect((await change(id, 'L', 2000)).body.data).toMatchObject({ plan: 'L', next_plan: null });
    // The disk is about to be larger than that plan allows.
    expect(await refusalOf(change(id, 'M', 0))).toEqual([409, 'CONFLICT']);
  });

  it('reserves the stock of its plan until it is replaced', async () => {
    const stock = async () => (await server.operator.plans.list({})).find(({ name }) => name === 'M')?.stock;
    const before = await stock();
    const { id } = await buy('ML');
    await change(id, 'M', 0);
    expect(await stock()).toBe(Number(before) - 1);
    await change(id, 'S', 0);
    expect(await stock()).toBe(before);
  });

  it('is billed from the next period on, and resizes the server when that period begins', async () => {
    const { id, hosting_id, current_period_end } = await buy('M');
    await server.until(`/hosting/show?id=${hosting_id}`, account.live, (v) => v.status === 'running');
    await change(id, 'S', 0);
    const end = Date.parse(current_period_end);
    const [renewal] = await server.hostler.db.write(() => subscriptions().bill([account.id], end - DAY));
    expect(renewal?.invoice).toMatchObject({ total: 1000 });
    expect(await show(id)).toMatchObject({ plan: 'M', price: 2000 });
    const carryOut = (at: number) => server.hostler.db.write(() => subscriptions().carryOut(account.id, id, at));
    // API times are in whole seconds.
    const begun = end + SECOND;
    expect([await carryOut(end - HOUR), await carryOut(begun), await carryOut(begun)]).toEqual([false, true, false]);
    expect(await show(id)).toMatchObject({ plan: 'S', price: 1000, next_plan: null, name: 'S (shop.example.com)' });
  });

  it('can be a change of the billing period, which begins with the next period', async () => {
    const { id, current_period_end } = await buy('S');
    const { body } = await preview(id, 'S', { period: 'yearly' });
    expect(body.data).toMatchObject({ immediately: false, new_price: 10_000 });
    await change(id, 'S', 0, { period: 'yearly' });
    const end = Date.parse(current_period_end);
    const [renewal] = await server.hostler.db.write(() => subscriptions().bill([account.id], end - DAY));
    expect(renewal?.invoice).toMatchObject({ total: 10_000 });
    expect((await show(id)).current_period_end.slice(0, 4)).toBe(String(new Date(end).getUTCFullYear() + 1));
  });
});

describe('a change that the next period is already billed with', () => {
  /** Bills the next period with the chosen plan, a day before that period begins. */
  async function billNext(from: string, plan: string, more: object = {}) {
    const { id, current_period_end } = await buy(from);
    await change(id, plan, 0, more);
    const end = Date.parse(current_period_end);
    const [renewal] = await billAt(end - DAY);
    return { id, before: end - DAY, begun: end + SECOND, invoice: renewal?.invoice };
  }

  it('cannot be replaced by a smaller plan, and keeping the larger plan costs the difference', async () => {
    const { id, before } = await billNext('M', 'S');
    await expect(previewAt(id, 'XS', before)).rejects.toMatchObject({ code: 'CONFLICT' });
    // Keeping the current plan costs the difference.
    expect(await previewAt(id, 'M', before)).toBe(1000);
  });

  it('takes effect even if it was paid and the subscription was cancelled and resumed', async () => {
    const { id, before, begun, invoice } = await billNext('M', 'S');
    await server.operator.payments.create({ invoice_id: invoice?.id ?? 0 });
    await cancelAt(id, before);
    await resume(id);
    expect(await carryOutAt(id, begun)).toBe(true);
    expect(await show(id)).toMatchObject({ plan: 'S', price: 1000, next_plan: null });
  });

  it('is dropped if a cancellation cancels its invoice, and the current period does not change', async () => {
    const { id, before, begun } = await billNext('S', 'S', { period: 'yearly' });
    await cancelAt(id, before);
    await resume(id);
    expect(await carryOutAt(id, begun)).toBe(false);
    const { current_period_start, current_period_end, ...rest } = await show(id);
    expect(rest).toMatchObject({ billing_period: 'monthly', next_plan: null });
    expect(Date.parse(current_period_end) - Date.parse(current_period_start)).toBeGreaterThan(27 * DAY);
  });

  it('from monthly to yearly cannot be combined with a change to a larger plan', async () => {
    const { id, before, begun } = await billNext('S', 'S', { period: 'yearly' });
    await expect(previewAt(id, 'M', before)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await carryOutAt(id, begun)).toBe(true);
    expect(await show(id)).toMatchObject({ billing_period: 'yearly', price: 10_000 });
  });
});

describe('a plan change', () => {
  it('is refused for invalid plans, other accounts, and cancelled or pending subscriptions', async () => {
    const { id } = await buy('L');
    expect(await refusalOf(preview(id, 'L'))).toEqual([409, 'CONFLICT']);
    for (const plan of ['M', 'VM', 'H']) expect(await refusalOf(preview(id, plan))).toEqual([409, 'CONFLICT']);
    expect(await refusalOf(preview(id, 'none'))).toEqual([404, 'NOT_FOUND']);
    const other = await server.createAccount();
    expect(await refusalOf(server.post('/subscriptions/preview', other.live, { id, plan: 'M' }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    await server.post(`/subscriptions/cancel?id=${id}`, account.live, {});
    expect(await refusalOf(preview(id, 'L'))).toEqual([409, 'CONFLICT']);
    await server.post(`/subscriptions/cancel?id=${id}`, account.live, { immediately: true });
    expect(await refusalOf(change(id, 'M', 0))).toEqual([409, 'CONFLICT']);
    const order = { plan: 'S', hostname: 'new.example.com' };
    const pending = await server.post('/subscriptions', account.live, order);
    expect(await refusalOf(preview(pending.body.data.id, 'M'))).toEqual([409, 'CONFLICT']);
  });

  it('is refused while the subscription is past_due or suspended, until the overdue invoices are paid', async () => {
    const { id, invoice } = await buy();
    const due = Date.parse(invoice?.due_at ?? '') + SECOND;
    await server.operator.billing.run({ at: due });
    expect(await show(id)).toMatchObject({ status: 'past_due' });
    expect(await refusalOf(change(id, 'M', 1000))).toEqual([409, 'CONFLICT']);
    for (const days of [10, 14]) await server.operator.billing.run({ at: due + days * DAY });
    expect(await show(id)).toMatchObject({ status: 'suspended', plan: 'S' });
    const refused = await preview(id, 'M');
    expect(refused.body.error.message).toBe('This subscription is suspended. Pay its overdue invoices first.');
    for (const open of await server.operator.invoices.list({ account_id: account.id })) {
      if (open.amount_due > 0) await server.operator.payments.create({ invoice_id: open.id });
    }
    expect(await show(id)).toMatchObject({ status: 'active' });
    expect((await preview(id, 'M')).status).toBe(200);
  });

  it('remains if the resize fails, and resize_error is set until a resize succeeds', async () => {
    const { id, hosting_id } = await buy();
    const running = ({ status }: { status: string }) => status === 'running';
    await server.until(`/hosting/show?id=${hosting_id}`, account.live, running);
    const fault = {
      operation: 'resize',
      target: `vps-${hosting_id}`,
      code: 'refused',
      message: 'No memory left.',
    } as const;
    await failNext(join(server.dataDir, 'simulated', 'vps'), { ...fault, times: 1 });
    const { body } = await preview(id, 'M');
    await change(id, 'M', body.data.amount_due_now);
    const failed = await server.until(
      `/subscriptions/show?id=${id}`,
      account.live,
      ({ resize_error }) => resize_error !== null,
    );
    expect(failed).toMatchObject({ plan: 'M', price: 2000, resize_error: expect.stringContaining('No memory left.') });
    await change(id, 'L', (await preview(id, 'L')).body.data.amount_due_now);
    const done = ({ resize_error }: Subscription) => resize_error === null;
    expect(await server.until(`/subscriptions/show?id=${id}`, account.live, done)).toMatchObject({
      plan: 'L',
    });
  });

  it('by staff costs the same, and is refused if the amount differs from --expected-amount', async () => {
    const { id } = await buy();
    const dry = await server.run<ChangePreview>('subscription change', '--id', id, '--plan', 'M', '--dry-run');
    expect(dry).toMatchObject({ amount_due_now: 1000, immediately: true });
    const expecting = server.run('subscription change', '--id', id, '--plan', 'M', '--expected-amount', 1);
    await expect(expecting).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await show(id)).toMatchObject({ plan: 'S' });
    const changed = await server.run<Subscription>('subscription change', '--id', id, '--plan', 'M');
    expect(changed).toMatchObject({ plan: 'M', invoice: { total: expect.any(Number) } });
    await expect(server.run('subscription change', '--id', 999_999, '--plan', 'M')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('of a trial is possible only to a plan that has a trial', async () => {
    for (const name of ['T', 'T2']) await server.operator.plans.create({ name, price: 1000, trial_days: 10 });
    await server.operator.payments.grantCredit({ account_id: account.id, amount: 1, reason: 'test' });
    const order = { plan: 'T', hostname: 'new.example.com' };
    const { id } = (await server.post('/subscriptions', account.live, order)).body.data;
    await expect.poll(async () => (await show(id)).status, { timeout: 60_000 }).toBe('active');
    expect(await refusalOf(preview(id, 'M'))).toEqual([409, 'CONFLICT']);
    expect((await preview(id, 'T2')).body.data).toMatchObject({ amount_due_now: 0, immediately: true });
  });

  it('between hourly plans takes effect immediately, with the new price from the current hour on', async () => {
    const { id } = await buy('H');
    expect((await change(id, 'H2', 0)).body.data).toMatchObject({ plan: 'H2', price: 4, invoice: null });
    const { body } = await server.get('/billing/balance', account.live);
    expect(body.data).toMatchObject({ usage_so_far: 4 });
  });
});
