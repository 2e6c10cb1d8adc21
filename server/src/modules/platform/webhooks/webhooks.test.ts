import type { ServerResponse } from 'node:http';
import { sql } from '@hostler/database';
import type { Webhook, WebhookDelivery, WebhookWithSecret } from '@hostler/testing/api-types.ts';
import {
  answerWith,
  type Behaviour,
  type Receiver,
  specificationSignature,
  standardSignature,
  startReceiver,
} from '@hostler/testing/receivers/webhook-receiver.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '#kernel/events/catalogue.ts';

let server: TestServer;
let account: TestAccount;
const receivers: Receiver[] = [];

beforeAll(async () => {
  // Maintenance that began before the clock moves would make the clock untrusted.
  server = await startTestServer({ env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' }, byHand: 'all' });
  // Nothing is retried while the machine is busy.
  server.clock.standStill();
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receive(behaviour?: Behaviour): Promise<Receiver> {
  const receiver = await startReceiver(behaviour);
  receivers.push(receiver);
  return receiver;
}

async function register(url: string, key = account.live, body: object = {}): Promise<WebhookWithSecret> {
  const answer = await server.post('/webhooks', key, { url, events: ['*'], ...body });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const openTicket = (key = account.live, subject = 'Slow') =>
  server.post('/tickets', key, { subject, message: 'Very.', priority: 'high' });
const showWebhook = async (id: number) => (await server.get(`/webhooks/show?id=${id}`, account.live)).body.data;
const untilWebhook = (id: number, condition: (webhook: Webhook) => boolean) =>
  server.until(`/webhooks/show?id=${id}`, account.live, condition);
const untilDeliveries = (id: number, condition: (deliveries: WebhookDelivery[]) => boolean) =>
  server.until(`/webhooks/deliveries?id=${id}`, account.live, condition);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a webhook', () => {
  beforeAll(async () => {
    account = await server.createAccount();
  });

  it('shows its secret only at creation', async () => {
    const created = await register('https://example.com/hooks', account.live, {
      events: ['ticket.created'],
      description: 'Helpdesk',
    });
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const { secret: _, ...record } = created;
    expect(record).toEqual({
      id: created.id,
      url: 'https://example.com/hooks',
      description: 'Helpdesk',
      events: ['ticket.created'],
      environment: 'live',
      status: 'active',
      created_at: expect.stringMatching(/\+00:00$/),
      last_success_at: null,
      failing_since: null,
    });
    expect(await showWebhook(created.id)).toEqual(record);
    expect((await server.get('/webhooks', account.live)).body.data).toEqual([record]);
    await server.post(`/webhooks/remove?id=${created.id}`, account.live);
  });

  it('keeps its secret encrypted in the database', async () => {
    const { id, secret } = await register('https://example.com/hooks');
    const [row] = await server.operator.webhooks.list({ account_id: account.id });
    expect(JSON.stringify(row)).not.toContain(secret);
    const { sql } = await import('@hostler/database');
    const stored = await server.hostler.db.read(
      sql<{ id: number }, { secret: string }>('select secret from webhooks where id = :id').one({ id }),
    );
    expect(stored?.secret).toMatch(/^v1\./);
    expect(stored?.secret).not.toContain(secret.slice(6));
    await server.post(`/webhooks/remove?id=${id}`, account.live);
  });

  it('is refused with all errors of its fields at once', async () => {
    const { status, body } = await server.post('/webhooks', account.live, { url: 'ftp://x', events: ['ticket.burnt'] });
    expect(status).toBe(422);
    expect(body.error.details?.map(({ field }) => field)).toEqual(['url', 'events[0]']);
    const empty = await server.post('/webhooks', account.live, { events: [] });
    expect(empty.body.error.details?.map(({ field }) => field)).toEqual(['url', 'events']);
  });

  it('refuses private network addresses, at creation and on update', async () => {
    const { id } = await register('https://example.com/hooks');
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', 'http://0x0a000001/']) {
      for (const path of ['/webhooks', `/webhooks/update?id=${id}`]) {
        const { status, body } = await server.post(path, account.live, { url, events: ['*'] });
        expect([url, status]).toEqual([url, 422]);
        expect(body.error.details).toEqual([
          { field: 'url', message: expect.stringContaining('must be a public address'), reason: 'target_not_public' },
        ]);
      }
    }
    await server.post(`/webhooks/remove?id=${id}`, account.live);
  });

  it('can be updated field by field', async () => {
    const { id } = await register('https://example.com/hooks', account.live, { description: 'One' });
    const change = (body: object) => server.post(`/webhooks/update`, account.live, { id, ...body });
    expect((await change({ status: 'paused' })).body.data).toMatchObject({ status: 'paused', description: 'One' });
    expect((await change({ description: null })).body.data).toMatchObject({ status: 'paused', description: null });
    expect((await change({ events: ['ticket.closed', '*'] })).body.data).toMatchObject({ events: ['*'] });
    expect((await change({ status: 'disabled' })).status).toBe(422);
    const removed = await server.post(`/webhooks/remove?id=${id}`, account.live);
    expect(removed.body.data).toMatchObject({ id, status: 'paused' });
    expect((await server.get(`/webhooks/show?id=${id}`, account.live)).status).toBe(404);
  });

  it('is visible only to keys of its own account and environment', async () => {
    const other = await server.createAccount();
    const { id } = await register('https://example.com/live');
    const sandboxed = await register('https://example.com/test', account.test);
    expect(sandboxed.environment).toBe('test');
    const seen = async (key: string) => (await server.get('/webhooks', key)).body.data.map((webhook) => webhook.id);
    expect([await seen(account.live), await seen(account.test), await seen(other.live)]).toEqual([
      [id],
      [sandboxed.id],
      [],
    ]);
    for (const path of ['show', 'deliveries']) {
      expect((await server.get(`/webhooks/${path}?id=${id}`, account.test)).status).toBe(404);
      expect((await server.get(`/webhooks/${path}?id=${id}`, other.live)).status).toBe(404);
    }
    for (const path of ['update', 'remove', 'rotate-secret', 'test']) {
      expect((await server.post(`/webhooks/${path}?id=${id}`, account.test)).status).toBe(404);
      expect((await server.post(`/webhooks/${path}?id=${id}`, other.live)).status).toBe(404);
    }
    await server.post(`/webhooks/remove?id=${id}`, account.live);
    await server.post(`/webhooks/remove?id=${sandboxed.id}`, account.test);
  });

  it('can be created by an operator', async () => {
    const input = { account_id: account.id, url: 'https://example.com/operator' };
    const wanted = ['ticket.created', 'ticket.closed', 'ticket.created'];
    const { id, secret, events } = await server.operator.webhooks.create({ ...input, events: wanted });
    expect(secret).toMatch(/^whsec_/);
    expect(events).toEqual(['ticket.created', 'ticket.closed']);
    for (const wrong of [{ events: [] }, { events: ['ticket.lost'] }, { url: 'ftp://example.com/' }]) {
      const details = [{ field: Object.keys(wrong)[0] }];
      await expect(server.operator.webhooks.create({ ...input, ...wrong })).rejects.toMatchObject({ details });
    }
    const listed = await server.operator.webhooks.list({ account_id: account.id });
    expect(listed).toMatchObject([{ id, account_id: account.id, environment: 'live' }]);
    await server.post(`/webhooks/remove?id=${id}`, account.live);
  });
});

describe('a delivery', () => {
  beforeEach(async () => {
    account = await server.createAccount();
  });

  it('has the headers of the specification, and its signatures are correct', async () => {
    const receiver = await receive();
    const { secret } = await register(receiver.url);
    const { body } = await openTicket();
    const [arrival] = await receiver.until(1);
    if (!arrival) throw new Error('nothing arrived');
    expect(arrival.headers['content-type']).toBe('application/json');
    expect(arrival.headers['x-webhook-event']).toBe('ticket.created');
    expect(arrival.headers['x-webhook-signature']).toBe(specificationSignature(secret, arrival.body));
    expect(arrival.headers['x-webhook-timestamp']).toMatch(/^\d{10}$/);
    expect(arrival.headers['webhook-timestamp']).toBe(arrival.headers['x-webhook-timestamp']);
    expect(arrival.headers['webhook-id']).toBe(arrival.headers['x-webhook-id']);
    expect(arrival.headers['webhook-signature']).toBe(standardSignature(secret, arrival));
    expect(arrival.rawHeaders).toEqual(
      expect.arrayContaining(['Content-Type', 'X-Webhook-Event', 'X-Webhook-Signature', 'X-Webhook-Timestamp']),
    );
    expect(Object.keys(arrival.json)).toEqual(['event', 'timestamp', 'data']);
    expect(arrival.json).toMatchObject({ event: 'ticket.created', timestamp: expect.stringMatching(/\+00:00$/) });
    expect(arrival.json.data).toEqual(body.data);
    const feed = await server.get('/events', account.live);
    expect(String(feed.body.data.at(-1)?.id)).toBe(arrival.headers['x-webhook-id']);
  });

  it('is created only for the events that the webhook subscribes to', async () => {
    const picky = await receive();
    const all = await receive();
    await register(picky.url, account.live, { events: ['ticket.closed'] });
    await register(all.url);
    const { body } = await openTicket();
    await server.post(`/tickets/reply`, account.live, { id: body.data.id, message: 'more' });
    await server.post(`/tickets/close?id=${body.data.id}`, account.live);
    const names = (arrivals: readonly { json: { event: string } }[]) => arrivals.map(({ json }) => json.event).sort();
    expect(names(await all.until(3))).toEqual(['ticket.closed', 'ticket.created', 'ticket.replied']);
    expect(names(await picky.until(1))).toEqual(['ticket.closed']);
  });

  it('of a simulated write is sent only to test webhooks, and of a real write only to live webhooks', async () => {
    const live = await receive();
    const test = await receive();
    await register(live.url);
    const { secret } = await register(test.url, account.test);
    await openTicket(account.test, 'Simulated');
    const [arrival] = await test.until(1);
    expect(arrival?.json.data.subject).toBe('Simulated');
    expect(arrival?.headers['x-webhook-signature']).toBe(specificationSignature(secret, arrival?.body ?? ''));
    await openTicket(account.live, 'Real');
    expect((await live.until(1))[0]?.json.data.subject).toBe('Real');
    await pause(50);
    expect([live.arrivals.length, test.arrivals.length]).toEqual([1, 1]);
  });

  it('is not created for webhooks of another account', async () => {
    const other = await server.createAccount();
    const receiver = await receive();
    await register(receiver.url, other.live);
    const mine = await receive();
    await register(mine.url);
    await openTicket();
    await mine.until(1);
    expect(receiver.arrivals).toHaveLength(0);
  });

  it('is listed with its attempts, with filters by status and event, in pages', async () => {
    const receiver = await receive(answerWith(200, 'x'.repeat(5_000)));
    const { id } = await register(receiver.url);
    const { body } = await openTicket();
    await server.post(`/tickets/close?id=${body.data.id}`, account.live);
    const deliveries = await untilDeliveries(
      id,
      (all) => all.filter(({ status }) => status === 'succeeded').length === 2,
    );
    expect(deliveries[1]).toMatchObject({
      webhook_id: id,
      event: 'ticket.created',
      status: 'succeeded',
      next_attempt_at: null,
      attempts: [{ status_code: 200, error: null, next_attempt_at: null, response: 'x'.repeat(1024) }],
    });
    const total = async (filter: string) => {
      const answer = await server.get(`/webhooks/deliveries?id=${id}${filter}`, account.live);
      return [answer.body.meta.total, answer.body.data.length];
    };
    expect(await total('')).toEqual([2, 2]);
    expect(await total('&status=succeeded&event=ticket.closed')).toEqual([1, 1]);
    expect(await total('&status=pending')).toEqual([0, 0]);
    expect(await total('&event=domain.added')).toEqual([0, 0]);
    expect(await total('&per_page=1&page=2')).toEqual([2, 1]);
    const { body: page } = await server.get(
      `/webhooks/deliveries?id=${id}&event=ticket.closed&per_page=1`,
      account.live,
    );
    expect(page.links.self).toBe(`/api/v1/webhooks/deliveries?page=1&per_page=1&id=${id}&event=ticket.closed`);
    expect((await server.get(`/webhooks/deliveries?id=${id}&event=nope`, account.live)).status).toBe(400);
    expect((await server.get('/webhooks/deliveries', account.live)).body.error.code).toBe('MISSING_ID');
  });

  it('is retried with the same body and id, and a new signature', async () => {
    const receiver = await receive(answerWith(500, 'broken'));
    const { id, secret } = await register(receiver.url);
    await openTicket();
    const [waiting] = await untilDeliveries(id, ([delivery]) => delivery?.attempts.length === 1);
    expect(waiting).toMatchObject({ status: 'pending', attempts: [{ status_code: 500, response: 'broken' }] });
    expect((await showWebhook(id)).failing_since).not.toBeNull();
    receiver.behave(answerWith(204));
    server.clock.advance(10_000);
    const [first, second] = await receiver.until(2);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-webhook-id']).toBe(first?.headers['x-webhook-id']);
    expect(second?.headers['x-webhook-timestamp']).not.toBe(first?.headers['x-webhook-timestamp']);
    expect(second && standardSignature(secret, second)).toBe(second?.headers['webhook-signature']);
    await untilDeliveries(id, ([delivery]) => delivery?.status === 'succeeded' && delivery.attempts.length === 2);
    expect(await showWebhook(id)).toMatchObject({ failing_since: null, last_success_at: expect.any(String) });
  });

  it('is retried on schedule up to ten attempts, and is then given up', async () => {
    const receiver = await receive(answerWith(503));
    const { id } = await register(receiver.url);
    await openTicket();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      const [delivery] = await untilDeliveries(id, ([found]) => found?.attempts.length === attempt);
      const logged = delivery?.attempts.at(-1);
      if (!logged?.next_attempt_at) {
        expect(delivery?.status).toBe('failed');
        break;
      }
      const wait = Date.parse(logged.next_attempt_at) - Date.parse(logged.attempted_at);
      pauses.push(wait / 1000);
      await pause(20);
      expect(receiver.arrivals).toHaveLength(attempt);
      server.clock.advance(wait + 1000);
    }
    const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(pauses).toHaveLength(schedule.length);
    pauses.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual((schedule[index] ?? 0) * 0.8 - 1);
      expect(wait).toBeLessThanOrEqual((schedule[index] ?? 0) * 1.2 + 1);
    });
    server.clock.advance(10 * 86_400_000);
    await pause(700);
    expect(receiver.arrivals).toHaveLength(10);
  });

  it('waits as long as Retry-After says, up to a day', async () => {
    const receiver = await receive(answerWith(429, '', { 'retry-after': '3600' }));
    const { id } = await register(receiver.url);
    await openTicket();
    const wait = async () => {
      const [delivery] = await untilDeliveries(id, ([found]) => found?.attempts.length === receiver.arrivals.length);
      const { attempted_at = '', next_attempt_at } = delivery?.attempts.at(-1) ?? {};
      return (Date.parse(next_attempt_at ?? '') - Date.parse(attempted_at)) / 1000;
    };
    await receiver.until(1);
    expect(await wait()).toBeGreaterThanOrEqual(3599);
    expect(await wait()).toBeLessThanOrEqual(3601);
    receiver.behave(answerWith(503, '', { 'retry-after': '99999999' }));
    server.clock.advance(3_700_000);
    await receiver.until(2);
    expect(await wait()).toBeLessThanOrEqual(86_401);
  });

  it('answered with 410 disables the webhook, and nothing is sent until it is active again', async () => {
    const receiver = await receive(answerWith(410));
    const { id } = await register(receiver.url);
    await openTicket();
    await untilWebhook(id, ({ status }) => status === 'disabled');
    expect(await untilDeliveries(id, () => true)).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
    expect(await readEvents(id)).toEqual([expect.stringContaining('410')]);
    const healthy = await receive();
    await register(healthy.url);
    await openTicket();
    await healthy.until(1);
    expect(receiver.arrivals).toHaveLength(1);
    receiver.behave(answerWith(200));
    const active = await server.post(`/webhooks/update?id=${id}`, account.live, { status: 'active' });
    expect(active.body.data).toMatchObject({ status: 'active', failing_since: null });
    await openTicket();
    await receiver.until(2);
  });

  it('disables the webhook after five days of nothing but failures', async () => {
    const receiver = await receive(answerWith(500));
    const { id } = await register(receiver.url);
    await openTicket();
    await untilWebhook(id, ({ failing_since }) => failing_since !== null);
    server.clock.advance(5 * 86_400_000 - 60_000);
    await untilDeliveries(id, ([delivery]) => delivery?.attempts.length === 2);
    expect((await showWebhook(id)).status).toBe('active');
    const believed = Promise.withResolvers<void>();
    receiver.behave((response) => void believed.promise.then(() => response.writeHead(500).end()));
    server.clock.advance(86_400_000);
    await server.runUpkeep('webhooks.forget-deliveries');
    // A failure reported before the clock is trusted would be the last one while the clock stands still.
    believed.resolve();
    const { failing_since } = await untilWebhook(id, ({ status }) => status === 'disabled');
    expect(failing_since).not.toBeNull();
    expect(await readEvents(id)).toEqual([expect.stringContaining('five days')]);
  });

  /** Returns the messages of the service to the customer about a webhook. */
  async function readEvents(id: number): Promise<string[]> {
    const path = `/tickets?search=Webhook ${id} was disabled&status=answered` as const;
    const { data: tickets } = (await server.get(path, account.live)).body;
    const show = (ticket: number) => server.get(`/tickets/show?id=${ticket}`, account.live);
    const shown = await Promise.all(tickets.map((ticket) => show(ticket.id)));
    return shown
      .flatMap(({ body }) => body.data.messages)
      .filter(({ author_type }) => author_type === 'system')
      .map(({ message }) => message);
  }

  it('waits while its webhook is paused', async () => {
    const receiver = await receive(answerWith(500));
    const { id } = await register(receiver.url);
    await openTicket(account.live, 'before');
    await untilDeliveries(id, ([delivery]) => delivery?.attempts.length === 1);
    await server.post(`/webhooks/update?id=${id}`, account.live, { status: 'paused' });
    await openTicket(account.live, 'meanwhile');
    server.clock.advance(60_000);
    await pause(700);
    expect(receiver.arrivals).toHaveLength(1);
    receiver.behave(answerWith(200));
    await server.post(`/webhooks/update?id=${id}`, account.live, { status: 'active' });
    await receiver.until(2);
    expect(receiver.arrivals[1]?.json.data.subject).toBe('before');
  });

  it('waits while staff have disabled its webhook, and they see how many wait', async () => {
    const receiver = await receive(answerWith(500));
    const { id } = await register(receiver.url);
    const healthy = await receive();
    const { id: other } = await register(healthy.url);
    await openTicket();
    await untilDeliveries(id, ([delivery]) => delivery?.attempts.length === 1);
    const waiting = async (of: number) =>
      (await server.operator.webhooks.list({ account_id: account.id })).find((one) => one.id === of)
        ?.pending_deliveries;
    expect([await waiting(id), await waiting(other)]).toEqual([1, 0]);
    await server.run('webhook disable', '--id', id);
    await expect(server.run('webhook disable', '--id', id)).rejects.toMatchObject({ code: 'CONFLICT' });
    receiver.behave(answerWith(200));
    server.clock.advance(60_000);
    await server.run('webhook enable', '--id', id);
    await expect(server.run('webhook enable', '--id', id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await receiver.until(2);
  });

  it('ends without a retry if its webhook is removed while it is in progress', async () => {
    let answer = () => {};
    const receiver = await receive((response) => {
      answer = () => response.writeHead(500).end();
    });
    const { id } = await register(receiver.url);
    await openTicket();
    await receiver.until(1);
    expect((await server.post(`/webhooks/remove?id=${id}`, account.live)).status).toBe(200);
    answer();
    server.clock.advance(3_600_000);
    await pause(700);
    expect(receiver.arrivals).toHaveLength(1);
  });

  it('is signed with the new secret immediately after a rotation, and for a day also with the old one', async () => {
    const receiver = await receive();
    const { id, secret: old } = await register(receiver.url);
    const rotated = await server.post(`/webhooks/rotate-secret?id=${id}`, account.live);
    const { secret } = rotated.body.data;
    expect(rotated.status).toBe(200);
    expect(secret).not.toBe(old);
    await openTicket();
    const [first] = await receiver.until(1);
    if (!first) throw new Error('nothing arrived');
    expect(first.headers['x-webhook-signature']).toBe(specificationSignature(secret, first.body));
    expect(first.headers['webhook-signature']).toBe(
      `${standardSignature(secret, first)} ${standardSignature(old, first)}`,
    );
    server.clock.advance(86_400_000);
    await openTicket();
    const [, second] = await receiver.until(2);
    if (!second) throw new Error('nothing arrived');
    expect(second.headers['webhook-signature']).toBe(standardSignature(secret, second));
  });
});

describe('redelivery', () => {
  beforeAll(async () => {
    account = await server.createAccount();
  });

  it('sends one delivery again, even if it succeeded', async () => {
    const receiver = await receive();
    const { id } = await register(receiver.url);
    await openTicket();
    const [delivery] = await untilDeliveries(id, ([found]) => found?.status === 'succeeded');
    const again = await server.post('/webhooks/redeliver', account.live, { delivery_id: delivery?.id });
    expect(again.status).toBe(202);
    expect(again.body.data).toEqual({ delivery_id: delivery?.id, webhook_ids: [id], since: null });
    const [first, second] = await receiver.until(2);
    expect(second?.body).toBe(first?.body);
    await untilDeliveries(id, ([found]) => found?.status === 'succeeded' && found.attempts.length === 2);
    const { meta } = (await server.get(`/webhooks/deliveries?id=${id}&status=succeeded`, account.live)).body;
    expect(meta.total).toBe(1);
  });

  it('sends all deliveries that failed since a time, and none that succeeded', async () => {
    const receiver = await receive();
    const { id } = await register(receiver.url);
    await openTicket(account.live, 'fine');
    await untilDeliveries(id, ([found]) => found?.status === 'succeeded');
    receiver.behave(answerWith(500));
    await openTicket(account.live, 'old failure');
    await untilDeliveries(id, ([found]) => found?.attempts.length === 1 && found.status === 'pending');
    server.clock.advance(2_000);
    const since = new Date(server.clock.now()).toISOString();
    await openTicket(account.live, 'failure 1');
    await openTicket(account.live, 'failure 2');
    await untilDeliveries(id, ([a, b]) => a?.attempts.length === 1 && b?.attempts.length === 1);
    receiver.behave(answerWith(200));
    const before = receiver.arrivals.length;
    const again = await server.post('/webhooks/redeliver', account.live, { webhook_id: id, since });
    expect(again.status).toBe(202);
    const arrivals = await receiver.until(before + 2);
    expect(
      arrivals
        .slice(before)
        .map(({ json }) => json.data.subject)
        .sort(),
    ).toEqual(['failure 1', 'failure 2']);
  });

  it('requires an id, a valid time and an active webhook', async () => {
    const receiver = await receive();
    const { id } = await register(receiver.url);
    await openTicket();
    const [delivery] = await untilDeliveries(id, ([found]) => found?.status === 'succeeded');
    const post = async (body: object, key = account.live) => {
      const answer = await server.post('/webhooks/redeliver', key, body);
      return [answer.status, answer.body.error.code];
    };
    expect(await post({})).toEqual([400, 'MISSING_ID']);
    expect(await post({ id: 999_999 })).toEqual([404, 'NOT_FOUND']);
    expect(await post({ id: delivery?.id }, account.test)).toEqual([404, 'NOT_FOUND']);
    expect(await post({ id, since: 'yesterday' })).toEqual([400, 'BAD_REQUEST']);
    await server.post(`/webhooks/update?id=${id}`, account.live, { status: 'paused' });
    expect(await post({ id: delivery?.id })).toEqual([409, 'CONFLICT']);
  });
});

describe('a webhook test', () => {
  beforeAll(async () => {
    account = await server.createAccount();
  });

  it('sends a signed, recognisable event and returns the response of the receiver', async () => {
    const receiver = await receive(answerWith(202, 'thanks'));
    const { id, secret } = await register(receiver.url, account.live, { events: ['backup.created', 'domain.added'] });
    const { status, body } = await server.post(`/webhooks/test?id=${id}`, account.live);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ delivered: true, status_code: 202, response: 'thanks', error: null });
    const [arrival] = receiver.arrivals;
    if (!arrival) throw new Error('nothing arrived');
    expect(arrival.json).toMatchObject({ event: 'backup.created', data: { test: true, webhook_id: id } });
    expect(EVENT_TYPES).toContain(arrival.headers['x-webhook-event']);
    expect(arrival.headers['x-webhook-signature']).toBe(specificationSignature(secret, arrival.body));
    expect(Number(arrival.headers['x-webhook-id'])).toBeGreaterThan(9_000_000_000 - 1);
    expect((await server.get('/events', account.live)).body.data).toHaveLength(0);
  });

  it('is listed as a test, and cannot be redelivered', async () => {
    const receiver = await receive(answerWith(500, 'broken'));
    const { id } = await register(receiver.url);
    const { body } = await server.post(`/webhooks/test?id=${id}`, account.live);
    const list = async (query = '') => (await server.get(`/webhooks/deliveries?id=${id}${query}`, account.live)).body;
    const [test] = (await list()).data;
    expect(test).toMatchObject({
      id: body.data.delivery_id,
      event_id: body.data.event_id,
      is_test: true,
      status: 'failed',
      next_attempt_at: null,
      attempts: [{ status_code: 500, response: 'broken', next_attempt_at: null }],
    });
    for (const query of ['', '&status=failed', `&event=${test?.event}`, `&event=${test?.event}&status=failed`]) {
      expect([query, (await list(query)).meta.total]).toEqual([query, 1]);
    }
    expect((await list('&status=pending')).meta.total).toBe(0);
    const again = await server.post(`/webhooks/redeliver?id=${test?.id}`, account.live, {});
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    receiver.behave(answerWith(200));
    await openTicket();
    await untilDeliveries(id, ([found]) => found?.status === 'succeeded');
    const since = { since: '2000-01-01T00:00:00Z' };
    expect((await server.post(`/webhooks/redeliver?id=${id}`, account.live, since)).status).toBe(202);
    const waiting = sql<object, { webhook_id: number }>('select webhook_id from webhook_redeliveries');
    await until(async () => (await server.hostler.db.read(waiting.all({}))).length === 0);
    expect((await list()).data[1]).toEqual(test);
    expect(await server.operator.failures.list({ kind: 'webhook', account_id: account.id })).toEqual([]);
  });

  it('is limited to a few concurrent requests per account, and other accounts do not wait', async () => {
    const held: ServerResponse[] = [];
    const receiver = await receive((response) => held.push(response));
    const { id } = await register(receiver.url);
    const statuses: number[] = [];
    const tests = Array.from({ length: 40 }, async () => {
      statuses.push((await server.post('/webhooks/test', account.live, { id })).status);
    });
    await receiver.until(5);
    while (statuses.length < 15) await pause(20);
    expect([...statuses, held.length]).toEqual([...Array(15).fill(429), 5]);
    const other = await server.createAccount();
    const quick = await register((await receive()).url, other.live);
    expect((await server.post(`/webhooks/test?id=${quick.id}`, other.live)).body.data).toMatchObject({
      delivered: true,
    });
    receiver.behave(answerWith(200));
    for (const response of held) response.end();
    await Promise.all(tests);
    expect(statuses.slice(15)).toEqual(Array(25).fill(200));
  });

  it('returns the error, and does not change the webhook', async () => {
    const receiver = await receive();
    const { id } = await register(receiver.url);
    await receiver.close();
    receivers.pop();
    const { status, body } = await server.post(`/webhooks/test?id=${id}`, account.live);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      delivered: false,
      status_code: null,
      response: null,
      error: { kind: 'connect', message: 'The connection could not be made.' },
    });
    expect((await showWebhook(id)).failing_since).toBeNull();
  });
});
