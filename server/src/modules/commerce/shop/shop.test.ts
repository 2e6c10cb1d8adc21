import type { Invoice } from '@hostler/testing/api-types.ts';
import { openPanel, type Panel } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OfferedPlan } from '../plans/index.ts';
import type { Quote } from './schemas.ts';

let server: TestServer;
let panel: Panel;

beforeAll(async () => {
  const env = { HOSTLER_SELLER_NAME: 'Hosting GmbH', HOSTLER_SELLER_COUNTRY: 'DE', HOSTLER_TAX_OSS: 'on' };
  server = await startTestServer({ worker: false, env });
  panel = openPanel(server);
  const net = { period: 'monthly', currency: 'EUR', price: 999, setup_fee: 501 } as const;
  await server.operator.plans.create({ name: 'Net', prices: [net, { ...net, period: 'yearly', price: 9990 }] });
  await server.operator.plans.create({ name: 'Gross', prices: [{ ...net, setup_fee: 0 }], tax_included: true });
  await server.operator.plans.create({ name: 'Hourly', prices: [{ ...net, period: 'hourly', price: 2 }] });
  await server.operator.plans.create({ name: 'Secret', price: 1, hidden: true });
  await server.operator.coupons.create({ code: 'THIRD', percent: 33 });
  return server.stop;
});

const ask = (body: object) => panel.post<Quote>('/shop/quote', body);
const quote = async (body: object) => (await ask(body)).body.data;

describe('the shop', () => {
  it('shows public plans without signing in', async () => {
    const { body } = await panel.get<OfferedPlan[]>('/shop/plans');
    expect(body.data.map(({ name }) => name)).toEqual(['Net', 'Gross', 'Hourly']);
    expect(body.data[0]).toMatchObject({ in_stock: true, prices: [{ period: 'monthly' }, { period: 'yearly' }] });
  });

  it.each([
    ['Net', undefined],
    ['Net', 'third'],
    ['Gross', undefined],
    ['Gross', 'THIRD'],
  ])('quotes plan %s with coupon %s at the amounts of the first invoice of an order', async (plan, coupon) => {
    const { live } = await server.createAccount();
    const order = { plan, hostname: 'shop.example.com', ...(coupon ? { coupon } : {}) };
    const { body } = await server.post('/subscriptions', live, order);
    const invoice = body.data.invoice as Invoice;
    const quoted = await quote({ plan, coupon });
    const { subtotal, tax, total, currency, tax_rate, tax_category } = invoice;
    expect(quoted).toMatchObject({ subtotal, tax, total, currency, tax_rate, tax_category });
    expect(quoted.lines.map(({ kind, amount, net_amount }) => ({ kind, amount, net_amount }))).toEqual(
      invoice.items.map(({ kind, amount, net_amount }) => ({ kind, amount, net_amount })),
    );
  });

  it('computes the tax for the country and kind of the customer', async () => {
    expect(await quote({ plan: 'Net' })).toMatchObject({ subtotal: 1500, tax: 285, total: 1785, tax_rate: 19 });
    expect(await quote({ plan: 'Net', country: 'AT', kind: 'consumer' })).toMatchObject({ tax: 300, tax_rate: 20 });
    const business = { country: 'AT', kind: 'business', vat_id: 'ATU12345678' };
    expect(await quote({ plan: 'Net', ...business })).toMatchObject({ tax: 300, tax_category: 'standard' });
    expect(await quote({ plan: 'Net', country: 'US' })).toMatchObject({ tax: 0, tax_category: 'outside_scope' });
    expect(await quote({ plan: 'Gross' })).toMatchObject({ subtotal: 839, tax: 160, total: 999 });
    expect(await quote({ plan: 'Net', period: 'yearly' })).toMatchObject({ subtotal: 10491, period: 'yearly' });
    expect(await quote({ plan: 'Hourly' })).toMatchObject({ lines: [{ kind: 'setup', amount: 501 }], subtotal: 501 });
  });

  it.each([
    [{ plan: 'Secret' }, 404, undefined],
    [{ plan: 'Nothing' }, 404, undefined],
    [{ plan: 'Net', currency: 'USD' }, 422, 'currency'],
    [{ plan: 'Net', period: 'hourly' }, 422, 'period'],
    [{ plan: 'Net', country: 'ZZ' }, 422, 'country'],
    [{ plan: 'Net', coupon: 'NOPE' }, 422, 'coupon'],
  ])('refuses a quote for %o', async (wrong, status, field) => {
    const answer = await ask(wrong);
    expect([answer.status, answer.body.error.details?.[0]?.field]).toEqual([status, field]);
  });
});
