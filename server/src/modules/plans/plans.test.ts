import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a plan', () => {
  it('is small, monthly and in euro unless said otherwise', async () => {
    expect(await server.run('plan create', { name: 'VPS S', price: 990 })).toMatchObject({
      name: 'VPS S',
      price: 990,
      currency: 'EUR',
      billing_period: 'monthly',
      vcpus: 1,
      memory_mb: 1024,
      disk_gb: 20,
    });
  });

  it('is listed with the others in the order they were made', async () => {
    await server.run('plan create', { name: 'VPS M', price: 1990, currency: 'usd', period: 'yearly', vcpus: 4 });
    const plans = await server.run<{ name: string }[]>('plan list');
    expect(plans.map(({ name }) => name)).toEqual(['VPS S', 'VPS M']);
    expect(plans[1]).toMatchObject({ currency: 'USD', billing_period: 'yearly', vcpus: 4 });
  });

  it('has a name of its own, which cannot be taken for an id', async () => {
    await expect(server.run('plan create', { name: 'VPS S', price: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(server.run('plan create', { name: '12', price: 1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(server.run('plan create', { name: '  ', price: 1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each([{ price: -1 }, { price: 9.9 }, { currency: 'euro' }, { vcpus: 0 }])('is refused with %o', async (wrong) => {
    const options = { name: 'Wrong', price: 1, ...wrong };
    await expect(server.run('plan create', options)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
