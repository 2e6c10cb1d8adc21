import { startTestServer, TEST_ADDRESS, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.operator.plans.create({ name: 'S', price: 990 });
});
afterAll(() => server.stop());

async function createWithoutAddress(known: Partial<typeof TEST_ADDRESS> = {}) {
  const account = await server.createAccount();
  const none = { street: null, postal_code: null, city: null, country: null };
  await server.operator.profiles.update({ account_id: account.id, ...none, ...known });
  return account;
}
const order = (key: string) => server.post('/subscriptions', key, { plan: 'S', hostname: 'shop.example.com' });
const findCheck = async () => {
  const check = server.hostler.checks.find(({ name }) => name === 'billing addresses');
  return await check?.check(1_000);
};

describe('an account without a complete billing address', () => {
  it.each([
    ['no address', {}],
    ['only a country', { country: 'FR' }],
    ['no city', { ...TEST_ADDRESS, city: undefined }],
  ])('cannot order with %s, with a live or a test key', async (_, { ...known }) => {
    const account = await createWithoutAddress(
      Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
    );
    for (const key of [account.live, account.test]) {
      const { status, body } = await order(key);
      expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
      expect(body.error.message).toContain('Billing → Billing details');
    }
    expect((await server.get('/subscriptions', account.live)).body.meta.total).toBe(0);
    await server.operator.profiles.update({ account_id: account.id, ...TEST_ADDRESS });
    expect((await order(account.live)).status).toBe(201);
  });

  it('can get an order from staff with a warning, is renewed, and is listed by doctor', async () => {
    const account = await createWithoutAddress();
    const sold = await server.operator.subscriptions.create({ account_id: account.id, plan: 'S' });
    expect(sold).toMatchObject({ status: 'active', invoice: { total: 990 } });
    expect(sold.warning).toContain(`hostler account tax --id ${account.id}`);
    const at = Date.parse(sold.current_period_end) - DAY;
    const { bill } = server.hostler.customer.subscriptions;
    expect(await server.hostler.db.write(() => bill([account.id], at))).toMatchObject([{ invoice: { total: 990 } }]);
    const found = await findCheck();
    expect(found?.detail).toMatch(new RegExp(`1 accounts \\(${account.id}\\)`));
    expect(found?.advice).toContain(`hostler account tax --id ${account.id}`);
    await server.operator.profiles.update({ account_id: account.id, ...TEST_ADDRESS });
    expect(await findCheck()).toMatchObject({ advice: null });
    const { warning } = await server.operator.subscriptions.create({ account_id: account.id, plan: 'S' });
    expect(warning).toBeNull();
  });
});
