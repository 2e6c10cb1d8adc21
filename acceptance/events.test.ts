import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiData } from '../testing/api-types.ts';
import { type Receiver, specificationSignature, startReceiver } from '../testing/receivers/webhook-receiver.ts';
import { createOne, createSome, untilListed } from './resources.ts';
import { queryStored } from './stored.ts';
import { openWorld, type World } from './world.ts';

/** Event types of the specification. */
const KINDS = [
  'ticket.created',
  'ticket.replied',
  'ticket.closed',
  'hosting.created',
  'hosting.suspended',
  'hosting.restarted',
  'payment.received',
  'payment.overdue',
  'subscription.created',
  'subscription.cancelled',
  'backup.created',
  'domain.added',
  'application.installed',
  'monitoring.alert',
];

interface Event {
  type: string;
  account_id: number;
  environment: string;
  data: Record<string, unknown>;
}

let world: World;
/** Receives all events of alpha. */
let receiver: Receiver;
let secret: string;

beforeAll(async () => {
  world = await openWorld();
  receiver = await startReceiver();
  const webhook = await post('/webhooks', { url: receiver.url, events: ['*'] });
  secret = webhook.body.data.secret;
  return async () => {
    await world.close();
    await receiver.close();
  };
});

/** Reads the stored events from the database, because they commit with their change. */
async function listEvents(type?: string): Promise<Event[]> {
  const rows = await queryStored(
    world.server.settings,
    'select type, account_id, environment, data from events order by row_id',
  );
  const events = rows.map((row) => ({ ...row, data: JSON.parse(String(row.data)) }) as unknown as Event);
  return type === undefined ? events : events.filter((event) => event.type === type);
}

async function eventsAbout(type: string, id: number): Promise<Event[]> {
  return (await listEvents(type)).filter(({ data }) => data.id === id);
}

const post = <P extends string>(path: P, body?: unknown) =>
  world.client.post<ApiData<'POST', P>>(path, world.alpha.live, body);
const show = async <P extends string>(path: P) =>
  (await world.client.get<ApiData<'GET', P>>(path, world.alpha.live)).body.data;

describe('an event', () => {
  test('ticket.created contains the ticket, with id, subject, status and priority', async () => {
    const { body } = await post('/tickets', { subject: 'Tell of me', message: 'please', priority: 'high' });
    const events = await eventsAbout('ticket.created', body.data.id);
    expect(events).toMatchObject([{ account_id: world.alpha.id, environment: 'live' }]);
    expect(events[0]?.data).toEqual(body.data);
    expect(events[0]?.data).toMatchObject({ subject: 'Tell of me', status: 'open', priority: 'high' });
  });

  test('ticket.replied contains the ticket with the reply, from customer or staff', async () => {
    const { body } = await post('/tickets', { subject: 'a', message: 'b' });
    const { id } = body.data;
    const reply = await post('/tickets/reply', { id, message: 'by the customer' });
    await world.server.command('ticket', 'reply', '--id', id, '--message', 'by staff');
    const events = await eventsAbout('ticket.replied', id);
    expect(events).toMatchObject([
      { data: { id, status: 'customer_reply', reply: reply.body.data } },
      { data: { id, status: 'answered', reply: { author_type: 'staff', message: 'by staff' } } },
    ]);
  });

  test('ticket.closed contains the closed ticket', async () => {
    const { body } = await post('/tickets', { subject: 'a', message: 'b' });
    const closed = await post(`/tickets/close?id=${body.data.id}`);
    expect(await eventsAbout('ticket.closed', body.data.id)).toMatchObject([{ data: closed.body.data }]);
  });

  test('domain.added is created when the domain is accepted', async () => {
    const { body } = await post('/domains', { domain: 'events.example' });
    expect((await eventsAbout('domain.added', body.data.id))[0]?.data).toEqual(body.data);
  });

  test('hosting.created, hosting.restarted and hosting.suspended are created when the engine confirms', async () => {
    const { hosting } = world.alpha;
    await world.client.until(`/hosting/show?id=${hosting}`, world.alpha.live, ({ status }) => status === 'running');
    expect(await eventsAbout('hosting.created', hosting)).toMatchObject([{ data: { status: 'running' } }]);
    const { body } = await post(`/hosting/restart?id=${hosting}`);
    await world.client.endOf(body.data.action_id, world.alpha.live);
    expect(await eventsAbout('hosting.restarted', hosting)).toMatchObject([{ data: { status: 'running' } }]);
    await world.server.command('hosting', 'suspend', '--id', hosting, '--wait');
    expect(await eventsAbout('hosting.suspended', hosting)).toMatchObject([{ data: { status: 'suspended' } }]);
    await world.server.command('hosting', 'unsuspend', '--id', hosting, '--wait');
  });

  test('backup.created is created when the backup is complete and its checksum is stored', async () => {
    const { body: database } = await post('/databases', { name: 'events' });
    await untilListed(world, '/databases', world.alpha.live, database.data.id, 'active');
    const { body } = await post('/backups', { database_id: database.data.id });
    await untilListed(world, '/backups', world.alpha.live, body.data.id, 'completed');
    const checksum = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await eventsAbout('backup.created', body.data.id)).toMatchObject([
      { data: { status: 'completed', checksum } },
    ]);
  });

  test('application.installed and monitoring.alert contain the application and the alert', async () => {
    const application = await createOne(world, world.alpha, 'applications');
    expect(await eventsAbout('application.installed', application ?? 0)).toMatchObject([
      { data: { status: 'running' } },
    ]);
    const [rule] = await show('/monitoring/rules');
    await world.server.command('monitoring', 'rule', 'test', '--id', rule?.id ?? 0);
    const states = (await listEvents('monitoring.alert')).map(({ data }) => data.state);
    expect(states).toEqual(['firing', 'resolved']);
  });

  test('subscription.created, payment.received and subscription.cancelled follow the subscription', async () => {
    const { subscription } = world.alpha;
    expect(await eventsAbout('subscription.created', subscription)).toHaveLength(1);
    const [invoice] = await show(`/subscriptions/invoices?subscription_id=${subscription}`);
    await world.server.command('invoice', 'pay', '--id', invoice?.id ?? 0, '--method', 'transfer');
    expect(await listEvents('payment.received')).toMatchObject([
      { data: { amount: 1000, currency: 'EUR', method: 'transfer', invoice: { id: invoice?.id, status: 'paid' } } },
    ]);
    await post(`/subscriptions/cancel?id=${subscription}`);
    expect(await eventsAbout('subscription.cancelled', subscription)).toEqual([]);
    await post(`/subscriptions/cancel?id=${subscription}`, { immediately: true });
    expect(await eventsAbout('subscription.cancelled', subscription)).toMatchObject([
      { data: { status: 'cancelled' } },
    ]);
  });

  test('payment.overdue is created once, when an invoice is not paid by its due date', async () => {
    const order = ['--account', world.alpha.id, '--plan', 'VPS S', '--hostname', 'late.example.com'];
    const sold = await world.server.command<{ id: number; invoice: { id: number; due_at: string } }>(
      'subscription',
      'create',
      ...order,
    );
    const { id, due_at } = sold.invoice;
    const run = (at: number) => world.server.command('billing', 'run', '--at', new Date(at).toISOString());
    await run(Date.parse(due_at) - 1_000);
    expect(await eventsAbout('payment.overdue', id)).toEqual([]);
    await run(Date.parse(due_at) + 1_000);
    await run(Date.parse(due_at) + 60_000);
    const [told, ...again] = await eventsAbout('payment.overdue', id);
    expect(again).toEqual([]);
    expect(told?.data).toMatchObject({ id, status: 'overdue', amount_due: 1000, currency: 'EUR', due_at });
    expect(await show(`/subscriptions/show?id=${sold.id}`)).toMatchObject({ status: 'past_due' });
  });

  test('is not created for a refused change', async () => {
    // Servers ordered earlier may become ready meanwhile.
    const count = async () => (await listEvents()).filter(({ type }) => /^(ticket|domain)\./.test(type)).length;
    const { tickets } = await createSome(world, world.beta, ['tickets', 'domains']);
    const before = await count();
    await post('/tickets', { subject: '' });
    await post(`/tickets/close?id=${tickets}`);
    await post('/domains', { domain: 'beta.example.org' });
    expect(await count()).toBe(before);
  });

  test('of each of the fourteen types is delivered to the customer’s webhook, signed', async () => {
    const missing = () => KINDS.filter((kind) => !receiver.arrivals.some(({ json }) => json.event === kind));
    await expect.poll(missing).toEqual([]);
    for (const { headers, body } of receiver.arrivals) {
      expect(headers['x-webhook-signature']).toBe(specificationSignature(secret, body));
    }
  });

  test('has one of the types of the specification', async () => {
    const seen = new Set((await listEvents()).map(({ type }) => type));
    expect(seen.size).toBeGreaterThan(8);
    for (const type of seen) expect(KINDS).toContain(type);
  });
});
