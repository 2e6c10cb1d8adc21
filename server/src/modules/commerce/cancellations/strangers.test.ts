import { openPanel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, TEST_ADDRESS, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';

let server: TestServer;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  server = await startTestServer();
  server.clock.standStill();
  people = peopleOf(server);
  await server.operator.plans.create({ name: 'S', price: 990 });
  return server.stop;
});

const cancel = (said: { name: string; email: string; contract: string }) =>
  openPanel(server).post('/farewells/cancel', said);
const outcomeOf = (email: string) =>
  expect.poll(
    async () => (await server.operator.cancellations.list()).find((one) => one.email === email)?.outcome ?? null,
  );
const subscriptionOf = async (account_id: number) => (await server.operator.subscriptions.list({ account_id }))[0];

/** Creates a customer with an unpaid order and an API key. */
async function createUnpaidOrder(hostname: string) {
  const { person, accountId } = await people.owner();
  await server.operator.profiles.update({ account_id: accountId, ...TEST_ADDRESS });
  const { key } = await server.createKey(accountId, 'live');
  const { body } = await server.post('/subscriptions', key, { plan: 'S', hostname });
  expect(body.data.status).toBe('pending');
  return { person, accountId, key, order: body.data };
}

it('a cancellation on the public page of an unpaid order does not end it, and opens a ticket', async () => {
  const { person, accountId, key, order } = await createUnpaidOrder('unpaid.example.com');
  await cancel({ name: person.name, email: person.email, contract: 'unpaid.example.com' });
  await outcomeOf(person.email).toBe('ticket');
  expect(await subscriptionOf(accountId)).toMatchObject({ id: order.id, status: 'pending' });
  const invoice = await server.get(`/billing/invoices/show?id=${order.invoice?.id}`, key);
  expect(invoice.body.data).toMatchObject({ status: 'unpaid' });
  const tickets = await server.get('/tickets', key);
  expect(tickets.body.data).toMatchObject([{ subject: 'Cancellation of unpaid.example.com' }]);
});

it('a cancellation on the public page matches the owner of the account, but no other member', async () => {
  const hostname = 'shared.example.com';
  const { person: owner, accountId } = await people.owner();
  await server.operator.subscriptions.create({ account_id: accountId, plan: 'S', hostname });
  await expect.poll(async () => (await subscriptionOf(accountId))?.status, { timeout: 60_000 }).toBe('active');
  const { person: member } = await people.member(accountId, { scopes: 'billing.read billing.write' });
  await cancel({ name: member.name, email: member.email, contract: hostname });
  await outcomeOf(member.email).toBe('unmatched');
  expect(await subscriptionOf(accountId)).toMatchObject({ cancel_at_period_end: false });

  await cancel({ name: owner.name, email: owner.email, contract: hostname });
  await outcomeOf(owner.email).toBe('marked');
  expect(await subscriptionOf(accountId)).toMatchObject({ cancel_at_period_end: true });
});
