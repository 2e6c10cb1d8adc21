import type { Event, FeedMeta } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '#kernel/events/emit.ts';
import { DAY } from '#kernel/time.ts';
import { eventRetention } from './retention.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const openTicket = (key: string, subject: string) => server.post('/tickets', key, { subject, message: 'm' });
const read = (query = '', key = account.live) => server.get<Event[]>(`/events${query}`, key);
const untilEvents = (count: number, key = account.live) =>
  server.until<Event[]>('/events?limit=1000', key, (events) => events.length >= count);

describe('test events', () => {
  it('are limited per account: the oldest are deleted, and live events are not affected', async () => {
    const owner = await server.createAccount();
    const setLimit = (test_events: number | null) =>
      server.operator.limits.change({ account_id: owner.id, limits: { test_events } });
    const used = async () => (await server.get('/auth/me', owner.live)).body.data.limits.test_events?.used;
    const subjects = async (key: string) => (await read('', key)).body.data.map(({ data }) => data.subject);
    /** Creates them one after the other, each published before the next. */
    const make = async (names: string[], key = owner.test) => {
      for (const name of names) {
        await openTicket(key, name);
        await server.until<Event[]>('/events', key, (events) => events.at(-1)?.data.subject === name);
      }
    };
    await make(['real'], owner.live);
    await setLimit(3);
    await make(['a', 'b', 'c', 'd', 'e']);
    expect(await subjects(owner.test)).toEqual(['c', 'd', 'e']);
    expect(await used()).toBe(3);
    await setLimit(null);
    await make(['f', 'g']);
    expect(await used()).toBe(5);
    await setLimit(1);
    await make(['h']);
    expect(await subjects(owner.test)).toEqual(['h']);
    expect(await used()).toBe(1);
    expect(await subjects(owner.live)).toEqual(['real']);
    await server.hostler.db.write(() => eventRetention.forget(server.clock.now() + 31 * DAY, 1_000));
    expect(await used()).toBe(0);
  });
});

describe('the event feed', () => {
  beforeAll(async () => {
    account = await server.createAccount();
    for (const subject of ['one', 'two', 'three']) await openTicket(account.live, subject);
    await openTicket(account.test, 'simulated');
    await server.post('/domains', account.live, { domain: `feed-${account.id}.example` });
    await untilEvents(4);
    await untilEvents(1, account.test);
  });

  it('lists events, oldest first, with the same data as webhooks', async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.data.map(({ event }) => event)).toEqual([
      'ticket.created',
      'ticket.created',
      'ticket.created',
      'domain.added',
    ]);
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      event: 'ticket.created',
      timestamp: expect.stringMatching(/\+00:00$/),
      data: expect.objectContaining({ subject: 'one', status: 'open', priority: 'normal' }),
    });
    expect(body.meta).toEqual({ next_after: body.data[3]?.id, has_more: false });
    expect(body).not.toHaveProperty('links');
  });

  it('continues after the given id', async () => {
    const first = (await read('?limit=2')).body;
    expect(first.data).toHaveLength(2);
    expect(first.meta).toEqual({ next_after: first.data[1]?.id, has_more: true });
    const second = (await read(`?limit=2&after=${first.meta.next_after}`)).body;
    expect(second.data.map(({ data }) => data.subject ?? data.domain)).toEqual(['three', `feed-${account.id}.example`]);
    expect(second.meta.has_more).toBe(false);
    const third = (await read(`?after=${second.meta.next_after}`)).body;
    expect(third.data).toEqual([]);
    expect(third.meta).toEqual({ next_after: second.meta.next_after, has_more: false });
  });

  it('can be read newest first back to the beginning, and followed from there', async () => {
    const oldestFirst = (await read()).body.data;
    const first = (await read('?sort=desc&limit=3')).body;
    expect(first.data).toEqual(oldestFirst.slice(1).reverse());
    expect(first.meta).toEqual({ next_after: oldestFirst[3]?.id, next_before: oldestFirst[1]?.id, has_more: true });
    const second = (await read(`?sort=desc&limit=3&before=${first.meta.next_before}`)).body;
    expect(second.data).toEqual(oldestFirst.slice(0, 1));
    expect(second.meta.has_more).toBe(false);
    expect((await read(`?after=${first.meta.next_after}`)).body.data).toEqual([]);
    const tickets = (await read('?sort=desc&type=ticket.created')).body.data;
    expect(tickets.map(({ data }) => data.subject)).toEqual(['three', 'two', 'one']);
    const before = (await read(`?sort=desc&before=${oldestFirst[0]?.id}`)).body;
    expect(before).toMatchObject({ data: [], meta: { next_before: oldestFirst[0]?.id, has_more: false } });
  });

  it('can be filtered by event type', async () => {
    const { body } = await read('?type=domain.added');
    expect(body.data.map(({ event }) => event)).toEqual(['domain.added']);
    expect((await read('?type=domain.lost')).body.error.code).toBe('BAD_REQUEST');
  });

  it('shows a key only events of its own environment and account', async () => {
    expect((await read('', account.test)).body.data.map(({ data }) => data.subject)).toEqual(['simulated']);
    const other = await server.createAccount();
    expect((await read('', other.live)).body.data).toEqual([]);
  });

  it('requires webhooks.read and valid parameters', async () => {
    const { key } = await server.createKey(account.id, 'live', { scopes: ['webhooks.write'] });
    expect((await read('', key)).status).toBe(403);
    for (const query of ['?limit=0', '?limit=x', '?after=-1', '?after=1&after=2', '?sort=up', '?before=0']) {
      expect([query, (await read(query)).status]).toEqual([query, 400]);
    }
    expect((await read('?limit=5000')).status).toBe(200);
  });

  it('is listed for operators', async () => {
    const events = await server.operator.events.list({ account_id: account.id });
    expect(events.map(({ event }) => event)).toContain('domain.added');
    expect(events).toHaveLength(5);
  });
});

describe('a reader of the event feed', () => {
  it('misses no event of concurrent writers', async () => {
    account = await server.createAccount();
    const expected = 120;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let count = 0; count < expected / 6; count++) await openTicket(account.live, `${writer}/${count}`);
    });
    const seen: Event[] = [];
    let after = 0;
    while (seen.length < expected) {
      const { data, meta } = (await read(`?after=${after}&limit=7`)).body;
      for (const event of data) expect(event.id).toBeGreaterThan(seen.at(-1)?.id ?? 0);
      seen.push(...data);
      after = meta.next_after as number;
    }
    await Promise.all(writers);
    expect(new Set(seen.map(({ data }) => data.subject)).size).toBe(expected);
  });

  it.runIf(process.env.HOSTLER_TEST_DATABASE === 'postgres')(
    'gets an event of a long transaction after the events that were committed before it',
    async () => {
      account = await server.createAccount();
      const client = new pg.Client(server.hostler.config.databaseUrl);
      await client.connect();
      try {
        await client.query('begin');
        await client.query(
          `insert into events (account_id, environment, type, data, created_at)
           values ($1, 'live', 'ticket.created', '{"subject":"late"}', $2)`,
          [account.id, server.clock.now()],
        );
        await openTicket(account.live, 'early');
        const [early] = await untilEvents(1);
        expect(early?.data.subject).toBe('early');
        await client.query('commit');
        const [, late] = await untilEvents(2);
        expect(late?.data.subject).toBe('late');
        expect(late?.id).toBeGreaterThan(early?.id ?? 0);
      } finally {
        await client.end();
      }
    },
  );
});

describe('a response of the event feed', () => {
  const MIB = 1024 * 1024;
  const emitTexts = (accountId: number, texts: string[]) =>
    server.hostler.db.write(function* () {
      for (const text of texts)
        yield* emit({ accountId, type: 'ticket.created', data: { text }, now: server.clock.now() });
    });

  /** Reads the feed to its end, as a client does. */
  async function readAll(key: string) {
    const answers: { sizes: number[]; bytes: number }[] = [];
    for (let after = 0, more = true; more; ) {
      const response = await fetch(`${server.url}/api/v1/events?limit=1000&after=${after}`, {
        headers: { 'x-api-key': key },
      });
      const text = await response.text();
      const { data, meta } = JSON.parse(text) as { data: Event[]; meta: FeedMeta };
      answers.push({ sizes: data.map((event) => String(event.data.text).length), bytes: Buffer.byteLength(text) });
      [after, more] = [meta.next_after, meta.has_more];
    }
    return answers;
  }

  it('is at most 1 MiB, and the reader misses no event', async () => {
    const { id, live } = await server.createAccount();
    const sizes = [10, 20_000, 20_000, 3, ...Array.from({ length: 40 }, () => 20_000), 7];
    await emitTexts(
      id,
      sizes.map((size) => '\u{1f389}'.repeat(size / 2).padEnd(size, '"')),
    );
    await expect.poll(async () => (await readAll(live)).flatMap((answer) => answer.sizes)).toEqual(sizes);
    const answers = await readAll(live);
    expect(answers.length).toBeGreaterThan(1);
    for (const { bytes } of answers) expect(bytes).toBeLessThanOrEqual(MIB);
  });

  it('contains at least one event, however large', async () => {
    const { id, live } = await server.createAccount();
    const sizes = [5, 900_000, 600_000, 5];
    await emitTexts(
      id,
      sizes.map((size) => 'x'.repeat(size)),
    );
    await expect
      .poll(async () => (await readAll(live)).map((answer) => answer.sizes))
      .toEqual([[5], [900_000], [600_000], [5]]);
  });
});
