import { beforeAll, describe, expect, test } from 'vitest';
import type { Subscription } from '../testing/api-types.ts';
import { untilListed } from './resources.ts';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  for (const { live, subscription } of [world.alpha, world.beta]) {
    await untilListed(world, '/subscriptions', live, subscription, 'active');
  }
  return world.close;
});

const show = (as = world.alpha.live, id = world.alpha.subscription) =>
  world.client.get(`/subscriptions/show?id=${id}`, as);
const invoices = (query = '') =>
  world.client.get(`/subscriptions/invoices?subscription_id=${world.alpha.subscription}${query}`, world.alpha.live);

describe('a subscription', () => {
  test('is listed and can be shown', async () => {
    const { body } = await world.client.get('/subscriptions', world.alpha.live);
    expect(body.data).toMatchObject([{ id: world.alpha.subscription, plan: 'VPS S', status: 'active' }]);
    const shown = await show();
    expect(shown.body.data).toMatchObject({
      id: world.alpha.subscription,
      plan: 'VPS S',
      price: 1000,
      currency: 'EUR',
      billing_period: 'monthly',
      hosting_id: world.alpha.hosting,
      cancel_at_period_end: false,
      cancelled_at: null,
    });
    const { current_period_start, current_period_end } = shown.body.data;
    const days = (Date.parse(current_period_end) - Date.parse(current_period_start)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
  });

  test('can be searched by the name of its product and filtered by status', async () => {
    expect(await world.client.total('/subscriptions?search=vps%20s', world.alpha.live)).toBe(1);
    expect(await world.client.total('/subscriptions?search=mail', world.alpha.live)).toBe(0);
    expect(await world.client.total('/subscriptions?status=active', world.alpha.live)).toBe(1);
    expect(await world.client.total('/subscriptions?status=cancelled', world.alpha.live)).toBe(0);
  });
});

describe('the invoices of a subscription', () => {
  test('are paginated; the first is created with the subscription and is unpaid', async () => {
    const { status, body } = await invoices();
    expect(status).toBe(200);
    expect(body.meta).toEqual({ current_page: 1, per_page: 25, total: 1, last_page: 1 });
    expect(body.links.self).toBe(
      `/api/v1/subscriptions/invoices?page=1&per_page=25&subscription_id=${world.alpha.subscription}`,
    );
    const [invoice] = body.data;
    expect(invoice).toMatchObject({
      subscription_id: world.alpha.subscription,
      status: 'unpaid',
      currency: 'EUR',
      total: 1000,
      amount_paid: 0,
      amount_due: 1000,
      paid_at: null,
    });
    expect(invoice?.items.reduce((sum, { amount }) => sum + amount, 0)).toBe(invoice?.subtotal);
    expect((invoice?.subtotal ?? 0) + (invoice?.tax ?? 0)).toBe(invoice?.total);
  });

  test('require subscription_id; otherwise the response is 400 MISSING_ID', async () => {
    for (const query of ['', '?subscription_id=', '?page=1']) {
      const { status, body } = await world.client.get(`/subscriptions/invoices${query}`, world.alpha.live);
      expect([query, status, body.error.code]).toEqual([query, 400, 'MISSING_ID']);
    }
    const foreign = await world.client.get(
      `/subscriptions/invoices?subscription_id=${world.beta.subscription}`,
      world.alpha.live,
    );
    expect(foreign.status).toBe(404);
  });

  test('can be marked as paid by the operator, which is visible immediately', async () => {
    const [invoice] = (await invoices()).body.data;
    await world.server.command('invoice', 'pay', '--id', invoice?.id ?? 0);
    const { body } = await invoices('&status=paid');
    expect(body.data).toMatchObject([{ id: invoice?.id, status: 'paid', amount_paid: 1000, amount_due: 0 }]);
    expect(body.data[0]?.paid_at).not.toBeNull();
    expect((await invoices('&status=unpaid')).body.meta.total).toBe(0);
    await expect(world.server.command('invoice', 'pay', '--id', invoice?.id ?? 0)).rejects.toThrow(/Nothing is due/);
  });
});

describe('cancelling a subscription', () => {
  test('takes effect at the end of the period by default, and immediately on request', async () => {
    const path = `/subscriptions/cancel?id=${world.beta.subscription}`;
    const marked = await world.client.post<Subscription>(path, world.beta.live);
    expect(marked.status).toBe(200);
    expect(marked.body.data).toMatchObject({ status: 'active', cancel_at_period_end: true, cancelled_at: null });

    const wrong = await world.client.post(path, world.beta.live, { immediately: 'yes' });
    expect([wrong.status, wrong.body.error.details?.[0]?.field]).toEqual([422, 'immediately']);

    const ended = await world.client.post<Subscription>(path, world.beta.live, { immediately: true });
    expect(ended.status).toBe(200);
    expect(ended.body.data).toMatchObject({ status: 'cancelled' });
    expect(ended.body.data.cancelled_at).not.toBeNull();
    expect((await show(world.beta.live, world.beta.subscription)).body.data.status).toBe('cancelled');

    const again = await world.client.post(path, world.beta.live, { immediately: true });
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await world.client.total('/subscriptions?status=cancelled', world.beta.live)).toBe(1);
    expect(await world.client.total('/subscriptions?status=active', world.beta.live)).toBe(0);
  });

  test('requires billing.write', async () => {
    const { body } = await world.client.post('/auth/token', undefined, {
      api_key: world.alpha.live,
      scopes: ['billing.read'],
    });
    const path = `/subscriptions/cancel?id=${world.alpha.subscription}`;
    expect((await world.client.post(path, body.data.access_token)).status).toBe(403);
    expect((await show()).body.data.cancel_at_period_end).toBe(false);
  });
});
