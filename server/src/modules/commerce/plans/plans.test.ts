import type { Query } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPlan, findPlanVersion, priceOf, returnStock, takeStock } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a plan', () => {
  it('is small, monthly and in euro by default', async () => {
    expect(await server.operator.plans.create({ name: 'VPS S', price: 990 })).toMatchObject({
      name: 'VPS S',
      price: 990,
      currency: 'EUR',
      billing_period: 'monthly',
      vcpus: 1,
      memory_mb: 1024,
      disk_gb: 20,
    });
  });

  it('has no limits for processes, network and disk, and no nesting, unless they are set', async () => {
    const free = { processes: null, network_mbps: null, disk_iops: null, nesting: false };
    expect(await server.operator.plans.create({ name: 'Free', price: 0 })).toMatchObject(free);
    const bounds = { processes: 2000, network_mbps: 100, disk_iops: 500, nesting: true };
    expect(await server.operator.plans.create({ name: 'Bound', price: 0, ...bounds })).toMatchObject(bounds);
  });

  it('is listed, newest first', async () => {
    const made = ['First', 'Second', 'Third'];
    for (const name of made.slice(0, 2)) await server.operator.plans.create({ name, price: 990 });
    await server.operator.plans.create({
      name: 'Third',
      price: 1990,
      currency: 'usd',
      billing_period: 'yearly',
      vcpus: 4,
    });
    const plans = await server.operator.plans.list();
    expect(plans.map(({ name }) => name).filter((name) => made.includes(name))).toEqual(made.toReversed());
    expect(plans[0]).toMatchObject({ currency: 'USD', billing_period: 'yearly', vcpus: 4 });
  });

  it('has a unique name that cannot be mistaken for an id', async () => {
    await server.operator.plans.create({ name: 'Taken', price: 1 });
    await expect(server.operator.plans.create({ name: 'Taken', price: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const name of ['12', '  ']) {
      const details = [{ field: 'name' }];
      await expect(server.operator.plans.create({ name, price: 1 })).rejects.toMatchObject({ details });
    }
  });

  it.each([{ price: -1 }, { price: 9.9 }, { currency: 'euro' }, { vcpus: 0 }, { processes: 0 }, { disk_iops: -1 }])(
    'is refused with %o, and the error names the field',
    async (wrong) => {
      const details = [{ field: Object.keys(wrong)[0], message: expect.any(String) }];
      const plan = { name: 'Wrong', price: 1, ...wrong };
      await expect(server.operator.plans.create(plan)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details });
    },
  );

  it.each([
    [{ prices: [{ period: 'monthly', currency: 'EUR', price: 1, monthly_cap: 5 }] }, 'prices[0].monthly_cap'],
    [{ prices: [{ period: 'hourly', currency: 'EUR', price: 9, monthly_cap: 5 }] }, 'prices[0].monthly_cap'],
    [{ price: 1, prices: [{ period: 'monthly', currency: 'eur', price: 2 }] }, 'prices[0].period'],
    [{ price: 1, setup_fee: -1 }, 'setup_fee'],
    // Amounts above the limit of an invoice line. An hourly price is limited by the line for a whole month.
    [{ price: 10 ** 11 + 1 }, 'price'],
    [{ price: 1, setup_fee: 10 ** 11 + 1 }, 'setup_fee'],
    [{ prices: [{ period: 'hourly', currency: 'EUR', price: 10 ** 8 + 1 }] }, 'prices[0].price'],
    [{ price: 1, trial_days: 366 }, 'trial_days'],
    [{ price: 1, images: [' '] }, 'image'],
    [{ price: 1, stock: -1 }, 'stock'],
    [{}, 'price'],
  ] as const)('is refused with %o', async (wrong, field) => {
    const details = [{ field, message: expect.any(String) }];
    await expect(server.operator.plans.create({ name: 'Odd', ...wrong })).rejects.toMatchObject({ details });
  });

  it('is refused with all invalid fields listed', async () => {
    const details = [{ field: 'name' }, { field: 'price' }, { field: 'currency' }, { field: 'disk_gb' }];
    const plan = { name: '', price: 0.5, currency: '€', disk_gb: 0 };
    await expect(server.operator.plans.create(plan)).rejects.toMatchObject({ details });
  });
});

describe('a version of a plan', () => {
  const read = <T>(query: Query<T>) => server.hostler.db.read(query);

  it('does not change when the plan is changed', async () => {
    await server.operator.plans.create({ name: 'Aging', price: 500, vcpus: 1, images: ['alpine/3.22'] });
    const before = await read(findPlan('Aging'));
    await server.operator.plans.change('Aging', { price: 700, vcpus: 2, tax_included: true });
    const after = await read(findPlan('Aging'));
    expect(after).toMatchObject({ version: 2, price: 700, vcpus: 2, tax_included: true, images: before?.images });
    expect(await read(findPlanVersion(before?.version_id ?? 0))).toEqual(before);
    expect(await read(findPlanVersion(0))).toBeUndefined();
  });

  it('has a price for each currency and billing period', async () => {
    const prices = [
      { period: 'monthly', currency: 'EUR', price: 990 },
      { period: 'hourly', currency: 'USD', price: 2, monthly_cap: 900 },
    ] as const;
    const plan = await server.operator.plans.create({ name: 'Priced', prices }).then(() => read(findPlan('Priced')));
    if (!plan) throw new Error('It is gone.');
    expect(priceOf(plan, 'USD', 'hourly')).toMatchObject({ price: 2, monthly_cap: 900, setup_fee: 0 });
    expect(priceOf(plan, 'USD', 'monthly')).toBeUndefined();
  });

  it('has its own number for each concurrent change that succeeds', async () => {
    await server.operator.plans.create({ name: 'Contested', price: 990 });
    const changes = await Promise.allSettled(
      [1, 2, 3].map((vcpus) => server.operator.plans.change('Contested', { vcpus })),
    );
    const made = changes.filter(({ status }) => status === 'fulfilled').length;
    expect((await read(findPlan('Contested')))?.version).toBe(1 + made);
  });
});

describe('stock', () => {
  const take = (id: number) => server.hostler.db.write(() => takeStock(id));

  it('is never oversold by simultaneous orders', async () => {
    const { id } = await server.operator.plans.create({ name: 'Scarce', price: 1, stock: 3 });
    const taken = await Promise.all(Array.from({ length: 8 }, () => take(id)));
    expect(taken.filter(Boolean)).toHaveLength(3);
    await server.hostler.db.write(() => returnStock(id));
    expect([await take(id), await take(id)]).toEqual([true, false]);
  });

  it('is not counted by default', async () => {
    const { id } = await server.operator.plans.create({ name: 'Endless', price: 1 });
    expect(await take(id)).toBe(true);
    await server.hostler.db.write(() => returnStock(id));
    expect(await server.operator.plans.show('Endless')).toMatchObject({ stock: null });
  });
});

describe('the plans that customers can order', () => {
  it('are the public plans, with all their prices', async () => {
    const { live } = await server.createAccount();
    const prices = [{ period: 'hourly', currency: 'EUR', price: 2, monthly_cap: 990, setup_fee: 100 }] as const;
    const terms = { prices, tax_included: true, trial_days: 7, images: ['alpine/3.22'], vcpus: 2 };
    await server.operator.plans.create({ name: 'Offer hourly', ...terms, stock: 1 });
    await server.operator.plans.create({ name: 'Offer secret', price: 1, hidden: true });
    await server.operator.plans.create({ name: 'Offer sold', price: 1, stock: 0 });
    const { status, body } = await server.get('/subscriptions/plans?search=offer&sort=asc', live);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [
        {
          ...{ name: 'Offer hourly', version: 1, vcpus: 2, images: ['debian/13', 'alpine/3.22'], trial_days: 7 },
          ...{ in_stock: true, kind: 'container', prices: [{ ...prices[0], tax_included: true }] },
        },
        { name: 'Offer sold', in_stock: false },
      ],
      meta: { total: 2 },
    });
    await server.operator.plans.setHidden('Offer sold', true);
    const again = await server.get('/subscriptions/plans?search=offer&per_page=1', live);
    expect(again.body).toMatchObject({ data: [{ name: 'Offer hourly' }], meta: { total: 1 } });
  });
});
