import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../../testing/server/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a plan', () => {
  it('is small, monthly and in euro unless said otherwise', async () => {
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

  it('says what its servers may do at the cost of others', async () => {
    const free = { processes: null, network_mbps: null, disk_iops: null, nesting: false };
    expect(await server.operator.plans.create({ name: 'Free', price: 0 })).toMatchObject(free);
    const bounds = { processes: 2000, network_mbps: 100, disk_iops: 500, nesting: true };
    expect(await server.operator.plans.create({ name: 'Bound', price: 0, ...bounds })).toMatchObject(bounds);
  });

  it('is listed with the others in the order they were made', async () => {
    await server.operator.plans.create({
      name: 'VPS M',
      price: 1990,
      currency: 'usd',
      billing_period: 'yearly',
      vcpus: 4,
    });
    const plans = await server.operator.plans.list();
    expect(plans.map(({ name }) => name)).toEqual(['VPS S', 'Free', 'Bound', 'VPS M']);
    expect(plans.at(-1)).toMatchObject({ currency: 'USD', billing_period: 'yearly', vcpus: 4 });
  });

  it('has a name of its own, which cannot be taken for an id', async () => {
    await expect(server.operator.plans.create({ name: 'VPS S', price: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const name of ['12', '  ']) {
      const details = [{ field: 'name' }];
      await expect(server.operator.plans.create({ name, price: 1 })).rejects.toMatchObject({ details });
    }
  });

  it.each([{ price: -1 }, { price: 9.9 }, { currency: 'euro' }, { vcpus: 0 }, { processes: 0 }, { disk_iops: -1 }])(
    'is refused with %o, which is named',
    async (wrong) => {
      const details = [{ field: Object.keys(wrong)[0], message: expect.any(String) }];
      const plan = { name: 'Wrong', price: 1, ...wrong };
      await expect(server.operator.plans.create(plan)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details });
    },
  );

  it('is refused with everything that is wrong', async () => {
    const details = [{ field: 'name' }, { field: 'price' }, { field: 'currency' }, { field: 'disk_gb' }];
    const plan = { name: '', price: 0.5, currency: '€', disk_gb: 0 };
    await expect(server.operator.plans.create(plan)).rejects.toMatchObject({ details });
  });
});
