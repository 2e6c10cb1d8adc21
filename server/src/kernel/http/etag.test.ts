import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { publishEvents } from '../events/publish.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  // Remaining rates are compared below.
  server.clock.standStill();
  account = await server.createAccount();
  return server.stop;
});

interface Asked {
  status: number;
  tag: string | null;
  headers: Headers;
  text: string;
}

async function ask(path: string, key = account.live, known?: string): Promise<Asked> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    headers: { 'x-api-key': key, ...(known === undefined ? {} : { 'if-none-match': known }) },
  });
  const { status, headers } = response;
  return { status, tag: headers.get('etag'), headers, text: await response.text() };
}

async function tagOf(path: string, key?: string): Promise<string> {
  const { tag } = await ask(path, key);
  expect(tag, path).toMatch(/^W\/"[\w-]+"$/);
  return tag as string;
}

async function openTicket(): Promise<number> {
  const { body } = await server.post('/tickets', account.live, { subject: 'Slow', message: 'It is.' });
  return body.data.id;
}

describe('the ETag of a response', () => {
  it('is returned with 304 and without a body to clients that have the response', async () => {
    const id = await openTicket();
    for (const path of ['/tickets', `/tickets/show?id=${id}`, '/events', '/applications/catalog', '/hosting?page=3']) {
      const first = await ask(path);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      expect(first.headers.get('vary')).toBe('Authorization, X-API-Key');
      const again = await ask(path, account.live, `"other", ${first.tag}`);
      expect([again.status, again.text, again.tag], path).toEqual([304, '', first.tag]);
      expect(again.headers.get('content-type')).toBeNull();
      for (const name of ['cache-control', 'vary', 'x-environment', 'x-ratelimit-limit']) {
        expect(again.headers.get(name), name).toBe(first.headers.get(name));
      }
      expect(Number(again.headers.get('x-ratelimit-remaining'))).toBe(
        Number(first.headers.get('x-ratelimit-remaining')) - 1,
      );
      expect((await ask(path, account.live, 'garbage')).status).toBe(200);
    }
  });

  it('is compared without a database read', async () => {
    const path = `/tickets/show?id=${await openTicket()}`;
    const tag = await tagOf(path);
    const reads = ['read', 'peek', 'readInTurns'] as const;
    const spies = reads.map((name) => vi.spyOn(server.hostler.db, name));
    const kept = vi.spyOn(server.hostler.db, 'kept');
    try {
      expect((await ask(path, account.live, tag)).status).toBe(304);
      expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
      const [, query] = kept.mock.calls[0] ?? [];
      expect(kept).toHaveBeenCalledOnce();
      expect(query).toBeTypeOf('function');
    } finally {
      for (const spy of [...spies, kept]) spy.mockRestore();
    }
  });

  it('changes when a row that the response shows is written', async () => {
    const id = await openTicket();
    const paths = [`/tickets/show?id=${id}`, '/tickets', '/events'];
    const before = await Promise.all(paths.map((path) => tagOf(path)));
    await server.post('/tickets/reply', account.live, { id, message: 'Still.' });
    // An event is visible once it has a number.
    await server.hostler.db.write(() => publishEvents([], server.clock.now(), 100));
    const after = await ask(paths[0] as string, account.live, before[0]);
    expect(after.status).toBe(200);
    expect(after.text).toContain('Still.');
    for (const [index, path] of paths.entries()) {
      await expect.poll(() => tagOf(path)).not.toBe(before[index]);
    }
    await server.operator.tickets.close({ id });
    expect(await tagOf(paths[0] as string)).not.toBe(after.tag);
  });

  it('stays the same when another account writes, or a write is refused or simulated', async () => {
    const id = await openTicket();
    const path = `/tickets/show?id=${id}`;
    const tag = await tagOf(path);
    const other = await server.createAccount();
    await server.post('/tickets', other.live, { subject: 'Other', message: 'Of another account.' });
    const simulated = await server.post('/tickets/reply', account.test, { id, message: 'Only simulated.' });
    const refused = await server.post('/tickets/reply', account.live, { id, message: '' });
    expect([simulated.status, refused.status]).toEqual([201, 422]);
    expect((await ask(path, account.live, tag)).status).toBe(304);
  });

  it('differs between requests, accounts, environments and scopes', async () => {
    const other = await server.createAccount();
    const { key: less } = await server.createKey(account.id, 'live', { scopes: ['tickets.read'] });
    const { key: alike } = await server.createKey(account.id, 'live');
    const tags: string[] = [];
    for (const key of [account.live, account.test, less, other.live]) tags.push(await tagOf('/tickets', key));
    for (const path of ['/tickets?page=2', '/tickets?status=open', '/tickets?per_page=2', '/domains', '/databases']) {
      tags.push(await tagOf(path));
    }
    expect(new Set(tags).size).toBe(tags.length);
    // Another key with the same rights gets the same tag.
    expect(await tagOf('/tickets', alike)).toBe(tags[0]);
    const asList = tags.slice(1).join(', ');
    expect((await ask('/tickets', account.live, asList)).status).toBe(200);
    expect((await ask('/tickets', other.live, tags[0])).status).toBe(200);
  });

  it('grants no access: a caller without the right is refused', async () => {
    const id = await openTicket();
    const path = `/tickets/show?id=${id}`;
    const tag = await tagOf(path);
    const other = await server.createAccount();
    const { key: blind } = await server.createKey(account.id, 'live', { scopes: ['domains.read'] });
    for (const known of [tag, '*']) {
      expect((await ask(path, other.live, known)).status).toBe(404);
      expect((await ask(path, blind, known)).status).toBe(403);
      expect((await ask(path, 'no-such-key', known)).status).toBe(401);
      expect((await ask('/tickets/show', account.live, known)).status).toBe(400);
      expect((await ask('/tickets?page=0', account.live, known)).status).toBe(400);
    }
    expect((await ask(path, account.live, '*')).status).toBe(304);
  });

  it('is absent on responses that depend on time, on searches, writes and errors', async () => {
    for (const path of ['/auth/me', '/billing/balance', '/tickets?search=slow', '/tickets/show?id=999999']) {
      const { tag, headers } = await ask(path, account.live, '*');
      expect([tag, headers.get('vary')], path).toEqual([null, null]);
    }
    const { headers } = await server.post('/tickets', account.live, { subject: 'Slow', message: 'It is.' });
    expect(headers.get('etag')).toBeNull();
  });

  it('can be sent and read by pages of other origins', async () => {
    const url = `${server.url}/api/v1/tickets`;
    const asked = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } });
    expect(asked.headers.get('access-control-allow-headers')).toContain('If-None-Match');
    const tag = await tagOf('/tickets');
    for (const known of ['', tag]) {
      const headers = { origin: 'https://shop.example', 'x-api-key': account.live, 'if-none-match': known };
      const answer = await fetch(url, { headers });
      expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
    }
  });
});
