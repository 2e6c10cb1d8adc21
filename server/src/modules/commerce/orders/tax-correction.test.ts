import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SAVE_CARD = sql<{ account_id: number }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, 'card', 'simulated', 'sim_ok', 'A card', 'active', 1, 1)`,
);

let server: TestServer;

beforeAll(async () => {
  const env = {
    HOSTLER_ORDER_REVIEW: 'all',
    HOSTLER_PAYMENT_DRIVERS: 'simulated',
    HOSTLER_SELLER_NAME: 'Example Hosting GmbH',
  };
  server = await startTestServer({ env });
  await server.operator.plans.create({ name: 'Net', price: 1000 });
});
afterAll(() => server.stop());

it('charges the corrected invoice when an order is approved after its tax was corrected', async () => {
  const { id: account_id, live } = await server.createAccount();
  await server.hostler.db.write(() => SAVE_CARD.run({ account_id }));
  const vat = { kind: 'business', company: 'Exemple SARL', country: 'FR', vat_id: 'FR32123456789' } as const;
  await server.operator.profiles.update({ account_id, ...vat });
  const order = { plan: 'Net', hostname: 'shop.example.com' };
  const { body } = await server.post<{ id: number }>('/subscriptions', live, order);
  await server.operator.profiles.update({ account_id, confirm_vat: true });
  const [{ id } = { id: 0 }] = await server.operator.orders.list({ account_id });
  await server.operator.orders.approve({ id });
  await server.until<{ status: string }>(
    `/subscriptions/show?id=${body.data.id}`,
    live,
    ({ status }) => status === 'active',
  );
  const payments = (await server.get<{ status: string; amount: number }[]>('/billing/payments', live)).body.data;
  expect(payments.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 1000]]);
});
