import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiData } from '../testing/api-types.ts';
import { untilListed } from './resources.ts';
import { expectSpecified, listen as listenIn } from './webhook-listener.ts';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

const listen = (events?: string[]) => listenIn(world, events);
const post = <P extends string>(path: P, body?: unknown, as = world.alpha.live) =>
  world.client.post<ApiData<'POST', P>>(path, as, body);
const get = async <P extends string>(path: P, as = world.alpha.live) =>
  (await world.client.get<ApiData<'GET', P>>(path, as)).body.data;
const openTicket = async (subject: string, as = world.alpha.live) =>
  (await post('/tickets', { subject, message: 'Hello.', priority: 'high' }, as)).body.data;

const deliveries = (id: number) => world.client.total(`/webhooks/deliveries?id=${id}`, world.alpha.live);

describe('a notification', () => {
  test('is a POST with the headers and body of the specification, and its signature verifies with the secret', async () => {
    const listener = await listen(['*']);
    const ticket = await openTicket('Größe "quoted" <b>日本語</b> 🎉 \\ /');
    const arrival = await listener.arrived(({ json }) => json.event === 'ticket.created');
    expectSpecified(arrival, listener.secret);
    expect(arrival.headers['X-Webhook-Event']).toBe('ticket.created');
    expect(Math.abs(Date.parse(arrival.json.timestamp) - Date.now())).toBeLessThan(60_000);
    expect(arrival.json.data).toEqual(ticket);
  });

  test('has the id of the event in the feed', async () => {
    const listener = await listen();
    await openTicket('Also in the feed');
    const { headers, json } = await listener.nth(1);
    const id = Number(headers['X-Webhook-Id']);
    expect(await get(`/events?after=${id - 1}&limit=1`)).toEqual([{ id, ...json }]);
  });

  test('that a receiver with another secret refuses with 401 is shown in the list of deliveries', async () => {
    const listener = await listen();
    listener.held.secret = `${listener.secret}x`;
    await openTicket('Not for you');
    const [delivery] = await listener.untilDeliveries(([found]) => found?.attempts.length === 1);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: 401, response: 'wrong signature' }],
    });
  });

  test('is sent only to webhooks that subscribe to the event', async () => {
    const closings = await listen(['ticket.closed', 'domain.added']);
    const all = await listen(['ticket.created', 'ticket.closed']);
    const { id } = await openTicket('Opened and closed');
    await post(`/tickets/close?id=${id}`);
    await Promise.all([closings.told('ticket.closed', id), all.nth(2)]);
    expect(await deliveries(closings.id)).toBe(1);
    expect(all.arrivals.map(({ json }) => json.event).toSorted()).toEqual(['ticket.closed', 'ticket.created']);
  });
});

describe('a webhook event', () => {
  test('monitoring.alert is sent when an alert fires, and again when it resolves', async () => {
    const listener = await listen(['monitoring.alert']);
    const [rule] = await get('/monitoring/rules');
    await world.server.command('monitoring', 'rule', 'test', '--id', rule?.id ?? 0);
    const arrivals = [await listener.nth(1), await listener.nth(2)];
    for (const arrival of arrivals) expectSpecified(arrival, listener.secret);
    const told = arrivals.map(({ json }) => json.data).toSorted((a, b) => (String(a.state) < String(b.state) ? -1 : 1));
    const about = { rule_id: rule?.id, check_id: null, hosting_id: rule?.hosting_id };
    expect(told).toMatchObject([
      { ...about, state: 'firing', resolved_at: null },
      { ...about, state: 'resolved', resolved_at: expect.any(String) },
    ]);
    expect(await get(`/monitoring/alerts/show?id=${told[1]?.id}`)).toEqual(told[1]);
  });

  test('ticket.created is sent with id, subject, status and priority', async () => {
    const listener = await listen(['ticket.created']);
    const { id } = await openTicket('Server down');
    expect(await listener.told('ticket.created', id)).toMatchObject({
      id,
      subject: 'Server down',
      status: 'open',
      priority: 'high',
    });
  });

  test('ticket.replied is sent with the ticket and the reply, from customer or staff', async () => {
    const listener = await listen(['ticket.replied']);
    const { id } = await openTicket('Talk');
    const { body } = await post('/tickets/reply', { id, message: 'by the customer' });
    await world.server.command('ticket', 'reply', '--id', id, '--message', 'by staff');
    const byStatus = (status: string) => listener.told('ticket.replied', id, (data) => data.status === status);
    expect(await byStatus('customer_reply')).toMatchObject({ subject: 'Talk', reply: body.data });
    expect(await byStatus('answered')).toMatchObject({ reply: { author_type: 'staff', message: 'by staff' } });
  });

  test('ticket.closed is sent with the ticket, closed by customer or staff', async () => {
    const listener = await listen(['ticket.closed']);
    const [mine, theirs] = [await openTicket('Solved'), await openTicket('Given up')];
    const { body } = await post(`/tickets/close?id=${mine.id}`);
    await world.server.command('ticket', 'close', '--id', theirs.id);
    expect(await listener.told('ticket.closed', mine.id)).toEqual(body.data);
    expect(await listener.told('ticket.closed', theirs.id)).toMatchObject({ status: 'closed', subject: 'Given up' });
  });

  test('domain.added is sent with the domain', async () => {
    const listener = await listen(['domain.added']);
    const { body } = await post('/domains', { domain: 'webhooks.example' });
    expect(await listener.told('domain.added', body.data.id)).toEqual(body.data);
  });

  test('backup.created is sent with the completed backup', async () => {
    const listener = await listen(['backup.created']);
    const { body: database } = await post('/databases', { name: 'webhooks' });
    await untilListed(world, '/databases', world.alpha.live, database.data.id, 'active');
    const { body } = await post('/backups', { database_id: database.data.id });
    const told = await listener.told('backup.created', body.data.id);
    expect(told).toMatchObject({ status: 'completed', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await get('/backups')).toContainEqual(told);
  });

  test('subscription.created and hosting.created are sent after an order, the latter once the VPS is running', async () => {
    const listener = await listen(['subscription.created', 'hosting.created']);
    const order = await orderVps('ordered.test');
    expect(await listener.told('subscription.created', order.id)).toEqual(
      await get(`/subscriptions/show?id=${order.id}`),
    );
    const told = await listener.told('hosting.created', order.hosting_id);
    expect(told).toMatchObject({ hostname: 'ordered.test', status: 'running' });
    expect(await get(`/hosting/show?id=${order.hosting_id}`)).toEqual(told);
  });

  test('hosting.restarted and hosting.suspended are sent once the engine has done it', async () => {
    const { hosting, live } = world.alpha;
    await world.client.until(`/hosting/show?id=${hosting}`, live, ({ status }) => status === 'running');
    const listener = await listen(['hosting.restarted', 'hosting.suspended']);
    await post(`/hosting/restart?id=${hosting}`);
    expect(await listener.told('hosting.restarted', hosting)).toMatchObject({ status: 'running' });
    await world.server.command('hosting', 'suspend', '--id', hosting, '--wait');
    expect(await listener.told('hosting.suspended', hosting)).toEqual(await get(`/hosting/show?id=${hosting}`));
    expect(listener.arrivals).toHaveLength(2);
    await world.server.command('hosting', 'unsuspend', '--id', hosting, '--wait');
  });

  test('payment.received is sent with the payment and its invoice', async () => {
    const listener = await listen(['payment.received']);
    const invoices = () => get(`/subscriptions/invoices?subscription_id=${world.alpha.subscription}`);
    const invoice = (await invoices())[0]?.id ?? 0;
    await world.server.command('invoice', 'pay', '--id', invoice, '--method', 'transfer');
    const { json } = await listener.nth(1);
    expectSpecified(await listener.nth(1), listener.secret);
    expect(json.event).toBe('payment.received');
    expect(json.data).toMatchObject({ id: expect.any(Number), amount: 1000, currency: 'EUR', method: 'transfer' });
    expect(json.data.received_at).toEqual(expect.any(String));
    expect(await invoices()).toContainEqual(json.data.invoice);
  });

  test('subscription.cancelled is sent when the subscription ends, not when its cancellation is scheduled', async () => {
    const order = await orderVps('leaving.test');
    await world.client.until(
      `/hosting/show?id=${order.hosting_id}`,
      world.alpha.live,
      (vps) => vps.status === 'running',
    );
    const listener = await listen(['subscription.cancelled']);
    await post(`/subscriptions/cancel?id=${order.id}`);
    const { body } = await post(`/subscriptions/cancel?id=${order.id}`, { immediately: true });
    expect(await listener.told('subscription.cancelled', order.id)).toEqual(body.data);
    expect(await listener.untilDeliveries((deliveries) => deliveries.length > 0)).toHaveLength(1);
  });
});

describe('a failed delivery', () => {
  test('is retried after about five seconds, with the same bytes and the same id', { tags: ['slow'] }, async () => {
    const listener = await listen();
    listener.replies.push({ status: 500, text: 'broken' });
    await openTicket('Twice');
    const [first, second] = [await listener.nth(1), await listener.nth(2)];
    expect(second.body.equals(first.body)).toBe(true);
    expect(second.headers['X-Webhook-Id']).toBe(first.headers['X-Webhook-Id']);
    expect(second.headers['X-Webhook-Signature']).toBe(first.headers['X-Webhook-Signature']);
    for (const arrival of [first, second]) expectSpecified(arrival, listener.secret);
    expect(second.at - first.at).toBeGreaterThan(3_900);

    const [delivery] = await listener.untilDeliveries(([found]) => found?.status === 'succeeded');
    const [failed, succeeded] = delivery?.attempts ?? [];
    expect(delivery).toMatchObject({ event_id: Number(first.headers['X-Webhook-Id']), event: 'ticket.created' });
    expect(failed).toMatchObject({ status_code: 500, response: 'broken' });
    expect(succeeded).toMatchObject({ status_code: 200, response: 'accepted', next_attempt_at: null });
    const planned = Date.parse(failed?.next_attempt_at ?? '') - Date.parse(failed?.attempted_at ?? '');
    expect(planned).toBeGreaterThanOrEqual(4_000);
    // Measured from the response of the receiver.
    expect(planned - (failed?.duration_ms ?? 0)).toBeLessThanOrEqual(7_000);
  });

  test('waits for Retry-After, and is sent immediately when events since a time are redelivered', async () => {
    const listener = await listen();
    listener.replies.push({ status: 503, headers: { 'retry-after': '3600' } });
    await openTicket('Later');
    const first = await listener.nth(1);
    const [waiting] = await listener.untilDeliveries(([found]) => found?.attempts.length === 1);
    expect(Date.parse(waiting?.next_attempt_at ?? '') - first.at).toBeGreaterThan(3_590_000);
    const again = await post('/webhooks/redeliver', { webhook_id: listener.id, since: first.json.timestamp });
    expect(again.status).toBe(202);
    expect((await listener.nth(2)).body.equals(first.body)).toBe(true);
  });

  test('with 410 disables the webhook until its status is set to active', async () => {
    const listener = await listen();
    listener.replies.push({ status: 410 });
    await openTicket('Gone');
    await world.client.until(
      `/webhooks/show?id=${listener.id}`,
      world.alpha.live,
      ({ status }) => status === 'disabled',
    );
    const witness = await listen();
    await openTicket('Unheard');
    await witness.nth(1);
    expect(await deliveries(listener.id)).toBe(1);
    await post(`/webhooks/update?id=${listener.id}`, { status: 'active' });
    const { id } = await openTicket('Heard again');
    await listener.told('ticket.created', id);
  });
});

function orderVps(hostname: string) {
  const order = ['--account', world.alpha.id, '--plan', 'VPS S', '--hostname', hostname];
  return world.server.command<{ id: number; hosting_id: number }>('subscription', 'create', ...order);
}
