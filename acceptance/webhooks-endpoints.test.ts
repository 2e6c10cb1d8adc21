import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiData, Event, FeedMeta } from '../testing/api-types.ts';
import { LOCAL_URL } from './resources.ts';
import { expectSpecified, listen as listenIn, signature, standardSignature } from './webhook-listener.ts';
import { openWorld, type World } from './world.ts';

/** Subscribes to an event that never occurs here, so that nothing is sent. */
const QUIET = { url: LOCAL_URL, events: ['application.installed'] };

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

const listen = (events?: string[], as?: string) => listenIn(world, events, as);
const post = <P extends string>(path: P, body?: unknown, as = world.alpha.live) =>
  world.client.post<ApiData<'POST', P>>(path, as, body);
const openTicket = async (subject: string, as = world.alpha.live) =>
  (await post('/tickets', { subject, message: 'Hello.' }, as)).body.data;
const deliveries = (id: number) => world.client.total(`/webhooks/deliveries?id=${id}`, world.alpha.live);

describe('a webhook', () => {
  test('shows its secret only at creation and at rotation', async () => {
    const { body: created } = await post('/webhooks', QUIET);
    const { id, secret = '' } = created.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    const { body: rotated } = await post(`/webhooks/rotate-secret?id=${id}`);
    expect(rotated.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    expect(rotated.data.secret).not.toBe(secret);
    const others = [
      await world.client.get('/webhooks', world.alpha.live),
      await world.client.get(`/webhooks/show?id=${id}`, world.alpha.live),
      await post(`/webhooks/update?id=${id}`, { description: 'Changed' }),
      await post(`/webhooks/remove?id=${id}`),
    ];
    for (const { status, text } of others) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/secret|whsec_/);
    }
  });

  test('signs with the new and the old secret after a rotation', async () => {
    const listener = await listen();
    const { body } = await post(`/webhooks/rotate-secret?id=${listener.id}`);
    const { secret = '' } = body.data;
    listener.held.secret = secret;
    await openTicket('Rotated');
    const arrival = await listener.nth(1);
    expect(arrival.headers['X-Webhook-Signature']).toBe(signature(secret, arrival.body));
    const both = [secret, listener.secret].map((each) => standardSignature(each, arrival));
    expect(arrival.headers['webhook-signature']?.split(' ')).toEqual(both);
  });

  test('receives no events while it is paused, and does not receive them later', async () => {
    const [listener, witness] = [await listen(), await listen()];
    const paused = await post(`/webhooks/update?id=${listener.id}`, { status: 'paused' });
    expect(paused.body.data.status).toBe('paused');
    const missed = await openTicket('Missed');
    await witness.told('ticket.created', missed.id);
    expect(await deliveries(listener.id)).toBe(0);
    await post(`/webhooks/update?id=${listener.id}`, { status: 'active' });
    const heard = await openTicket('Heard');
    await listener.told('ticket.created', heard.id);
    expect(listener.arrivals.map(({ json }) => json.data.id)).toEqual([heard.id]);
  });

  test('receives no events after it is removed', async () => {
    const [listener, witness] = [await listen(), await listen()];
    const before = await openTicket('Before');
    await listener.told('ticket.created', before.id);
    expect((await post(`/webhooks/remove?id=${listener.id}`)).status).toBe(200);
    const after = await openTicket('After');
    await witness.told('ticket.created', after.id);
    expect((await world.client.get(`/webhooks/show?id=${listener.id}`, world.alpha.live)).status).toBe(404);
    expect(listener.arrivals).toHaveLength(1);
  });

  test('is visible only to keys of its environment and account', async () => {
    const { live, test: sandbox } = world.alpha;
    const keys = [live, sandbox, world.beta.live];
    const made = await Promise.all(keys.map(async (key) => (await post('/webhooks', QUIET, key)).body.data.id));
    for (const [reader, key] of keys.entries()) {
      const seen = (await world.client.all('/webhooks', key)).map(({ id }) => id);
      expect(made.map((id) => seen.includes(id))).toEqual(keys.map((_, index) => index === reader));
      for (const [index, id] of made.entries()) {
        const { status } = await world.client.get(`/webhooks/show?id=${id}`, key);
        expect(status).toBe(index === reader ? 200 : 404);
      }
    }
    const shown = await world.client.get(`/webhooks/show?id=${made[1]}`, sandbox);
    expect(shown.body.data.environment).toBe('test');
  });
});

describe('a simulated write', () => {
  test('notifies only sandbox webhooks, and a live write notifies only live webhooks', async () => {
    const { hosting, live, test: sandbox } = world.alpha;
    await world.client.until(`/hosting/show?id=${hosting}`, live, ({ status }) => status === 'running');
    const events = ['ticket.created', 'hosting.restarted'];
    const [real, trial] = [await listen(events, live), await listen(events, sandbox)];
    const simulated = await openTicket('Simulated', sandbox);
    expect(await trial.told('ticket.created', simulated.id)).toEqual(simulated);
    await post(`/hosting/restart?id=${hosting}`, undefined, sandbox);
    await trial.told('hosting.restarted', hosting);
    const actual = await openTicket('Real', live);
    await real.told('ticket.created', actual.id);
    expect(real.arrivals.map(({ json }) => json.data.id)).toEqual([actual.id]);
    expect(trial.arrivals.map(({ json }) => json.data.id).toSorted()).toEqual([simulated.id, hosting].toSorted());
    expect(await deliveries(real.id)).toBe(1);
    expect(await world.client.total(`/webhooks/deliveries?id=${trial.id}`, sandbox)).toBe(2);
  });
});

describe('a test of a webhook', () => {
  test('sends a signed event marked as a test, and returns the response of the receiver', async () => {
    const listener = await listen(['ticket.closed']);
    const accepted = await post(`/webhooks/test?id=${listener.id}`);
    expect(accepted.status).toBe(200);
    expect(accepted.body.data).toMatchObject({ delivered: true, status_code: 200, response: 'accepted', error: null });
    const arrival = await listener.nth(1);
    expectSpecified(arrival, listener.secret);
    expect(arrival.json).toMatchObject({ event: 'ticket.closed', data: { test: true } });
    listener.replies.push({ status: 418, text: 'short and stout' });
    const refused = await post(`/webhooks/test?id=${listener.id}`);
    expect(refused.body.data).toMatchObject({ delivered: false, status_code: 418, response: 'short and stout' });
    const { body } = await world.client.get(`/webhooks/deliveries?id=${listener.id}`, world.alpha.live);
    expect(body.data).toMatchObject([
      { id: refused.body.data.delivery_id, is_test: true, status: 'failed', attempts: [{ status_code: 418 }] },
      { id: accepted.body.data.delivery_id, is_test: true, status: 'succeeded', attempts: [{ response: 'accepted' }] },
    ]);
  });

  test('does not follow redirects', async () => {
    const [listener, elsewhere] = [await listen(), await listen()];
    listener.replies.push({ status: 307, headers: { location: elsewhere.url } });
    const { body } = await post(`/webhooks/test?id=${listener.id}`);
    expect(body.data).toMatchObject({ delivered: false, status_code: 307 });
    expect(elsewhere.arrivals).toEqual([]);
  });
});

describe('the deliveries of a webhook', () => {
  test('show each attempt, and can be sent again', async () => {
    const listener = await listen();
    await openTicket('Once more');
    const first = await listener.nth(1);
    const [delivery] = await listener.untilDeliveries(([found]) => found?.status === 'succeeded');
    expect(delivery?.attempts).toMatchObject([{ status_code: 200, response: 'accepted', error: null }]);
    const again = await post('/webhooks/redeliver', { delivery_id: delivery?.id });
    expect([again.status, again.body.data]).toMatchObject([202, { delivery_id: delivery?.id }]);
    const second = await listener.nth(2);
    expectSpecified(second, listener.secret);
    expect(second.body.equals(first.body)).toBe(true);
    expect(second.headers['X-Webhook-Id']).toBe(first.headers['X-Webhook-Id']);
    const now = await listener.untilDeliveries(([found]) => found?.attempts.length === 2);
    expect(now.map(({ id }) => id)).toEqual([delivery?.id]);
  });
});

describe('the event feed', () => {
  async function read(after: number, as: string, query = '&limit=7') {
    const { status, body } = await world.client.get<Event[]>(`/events?after=${after}${query}`, as);
    expect(status).toBe(200);
    const meta = body.meta as unknown as FeedMeta;
    return { events: body.data, ...meta };
  }

  async function readAll(as: string, query?: string): Promise<Event[]> {
    const all: Event[] = [];
    for (let after = 0, more = true; more; ) {
      const { events, next_after, has_more } = await read(after, as, query);
      all.push(...events);
      expect(next_after).toBe(events.at(-1)?.id ?? after);
      [after, more] = [next_after, has_more];
    }
    return all;
  }

  /** Waits for the feed, which shows an event a moment after its change. */
  async function untilFed(as: string, subject: RegExp, count: number): Promise<void> {
    const told = (events: Event[]) => events.filter(({ data }) => subject.test(String(data.subject)));
    await world.client.until<Event[]>('/events?limit=1000', as, (events) => told(events).length >= count);
  }

  test('returns every event once, oldest first, with any page size', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, (_, number) => openTicket(`Fed ${number}`)));
    await untilFed(world.alpha.live, /^Fed /, made.length);
    const all = await readAll(world.alpha.live);
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    const told = all.filter(({ data }) => String(data.subject).startsWith('Fed ')).map(({ data }) => data.id);
    expect(told.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    expect(await readAll(world.alpha.live, '&limit=1000')).toEqual(all);
    const created = all.filter(({ event }) => event === 'ticket.created');
    expect(await readAll(world.alpha.live, '&limit=3&type=ticket.created')).toEqual(created);
    const last = ids.at(-1) ?? 0;
    expect(await read(last, world.alpha.live)).toEqual({ events: [], next_after: last, has_more: false });
  });

  test('misses no event while others are written', async () => {
    const seen: unknown[] = [];
    const writing = Array.from({ length: 60 }, (_, number) => openTicket(`At once ${number}`, world.beta.live));
    for (let after = 0; seen.length < writing.length; ) {
      const { events, next_after } = await read(after, world.beta.live, '&limit=5&type=ticket.created');
      seen.push(...events.map(({ data }) => data.id));
      after = next_after;
    }
    const made = await Promise.all(writing);
    expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  });

  test('shows a key only the events of its environment and account', async () => {
    const { live, test: sandbox } = world.alpha;
    const keys = [live, sandbox, world.beta.live];
    const made = await Promise.all(keys.map((key) => openTicket('Whose?', key)));
    for (const key of keys) await untilFed(key, /^Whose\?$/, 1);
    for (const [reader, key] of keys.entries()) {
      const all = await readAll(key, '&limit=1000&type=ticket.created');
      const mine = all.filter(({ data }) => data.subject === 'Whose?').map(({ data }) => data.id);
      expect(mine).toEqual([made[reader]?.id]);
    }
  });
});

describe('a webhook URL in a private network', () => {
  /** Refused addresses: only 127.0.0.0/8 is allowed here. */
  const PRIVATE = [
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'https://192.168.1.1:8443/hook',
    'http://172.16.0.1/',
    'http://0xa000001/',
    'http://167772161/',
    'http://012.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
  ];

  test('is refused with 422 at registration, with the same message for every address', async () => {
    const { id } = (await post('/webhooks', QUIET)).body.data;
    const before = await world.client.total('/webhooks', world.alpha.live);
    const answers = new Set<string>();
    for (const url of PRIVATE) {
      for (const path of ['/webhooks', `/webhooks/update?id=${id}`]) {
        const { status, body } = await post(path, { ...QUIET, url });
        expect([url, status, body.error?.code]).toEqual([url, 422, 'VALIDATION_ERROR']);
        expect(body.error.details?.map(({ field }) => field)).toEqual(['url']);
        answers.add(JSON.stringify([body.error.message, body.error.details]));
      }
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).not.toMatch(/private|loopback|network|\d+\.\d+|refused|timed? ?out/i);
    expect(await world.client.total('/webhooks', world.alpha.live)).toBe(before);
    const kept = await world.client.get(`/webhooks/show?id=${id}`, world.alpha.live);
    expect(kept.body.data.url).toBe(QUIET.url);
  });

  test('receives nothing even if it was allowed at registration', async () => {
    const listener = await listen();
    await world.server.terminate();
    await world.server.restart({ HOSTLER_WEBHOOK_ALLOW_NETWORKS: '192.0.2.0/24' });
    const { body } = await post(`/webhooks/test?id=${listener.id}`);
    expect(body.data).toMatchObject({ delivered: false, status_code: null, response: null });
    await openTicket('Nowhere to go');
    await listener.untilDeliveries(([found]) => found?.is_test === false && found.attempts.length === 1);
    expect(listener.arrivals).toEqual([]);
  });
});
