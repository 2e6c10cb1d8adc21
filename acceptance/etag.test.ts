import { beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;
let ticket: string;

beforeAll(async () => {
  world = await openWorld();
  const { body } = await world.client.post('/tickets', world.alpha.live, { subject: 'Tags', message: 'Which?' });
  ticket = `/tickets/show?id=${body.data.id}`;
  return world.close;
});

/** Bypasses the validating client: a 304 has no body to validate. */
function ask(path: string, key: string | undefined, tag?: string) {
  return fetch(`${world.server.url}/api/v1${path}`, {
    headers: { ...(key ? { 'x-api-key': key } : {}), ...(tag === undefined ? {} : { 'if-none-match': tag }) },
  });
}

async function tagOf(path: string, key = world.alpha.live): Promise<string> {
  const { headers } = await world.client.get(path, key);
  return headers.get('etag') ?? '';
}

describe('an ETag', () => {
  test('is sent with lists, feeds and records, is weak, and allows private caching only', async () => {
    for (const path of ['/tickets', '/hosting', '/events', ticket, `/hosting/show?id=${world.alpha.hosting}`]) {
      const { headers } = await world.client.get(path, world.alpha.live);
      expect([path, headers.get('etag')]).toEqual([path, expect.stringMatching(/^W\/"[\w-]+"$/)]);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('vary')).toBe('Authorization, X-API-Key');
    }
  });

  test('is not sent with /auth/me, metrics, searches or errors', async () => {
    const metrics = `/hosting/metrics?id=${world.alpha.hosting}`;
    for (const path of ['/auth/me', metrics, '/tickets?search=tags', '/tickets/show?id=999999', '/tickets?page=0']) {
      const { headers } = await world.client.get(path, world.alpha.live);
      expect([path, headers.get('etag')]).toEqual([path, null]);
    }
  });

  test('returns 304 without a body if it is sent back, alone, in a list or as a strong tag', async () => {
    const tag = await tagOf(ticket);
    for (const sent of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
      const answer = await ask(ticket, world.alpha.live, sent);
      expect([sent, answer.status, await answer.text()]).toEqual([sent, 304, '']);
      expect(answer.headers.get('etag')).toBe(tag);
      expect(answer.headers.get('content-type')).toBeNull();
      expect(answer.headers.get('x-request-id')).not.toBeNull();
    }
  });

  test('returns the full response if it does not match, is malformed or is too long', async () => {
    const tag = await tagOf(ticket);
    for (const sent of ['W/"other"', `${tag} and more`, 'nonsense', `${'"x", '.repeat(500)}${tag}`]) {
      expect((await world.client.get(ticket, world.alpha.live, { 'if-none-match': sent })).status).toBe(200);
    }
  });

  test('changes after every write to the resource, through the API or the command line', async () => {
    const before = { list: await tagOf('/tickets'), record: await tagOf(ticket) };
    const id = Number(ticket.split('=')[1]);
    const reply = () => world.client.post('/tickets/reply', world.alpha.live, { id, message: 'This one.' });
    const staff = () => world.server.command('ticket', 'reply', '--id', id, '--message', 'And this.');
    for (const write of [reply, staff]) {
      await write();
      const answer = await ask(ticket, world.alpha.live, before.record);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('etag')).not.toBe(before.record);
      before.record = answer.headers.get('etag') ?? '';
    }
    expect((await ask('/tickets', world.alpha.live, before.list)).status).toBe(200);
    expect((await ask(ticket, world.alpha.live, before.record)).status).toBe(304);
  });

  test('does not change after a write of another account, and differs between accounts', async () => {
    const tag = await tagOf('/tickets');
    await world.client.post('/tickets', world.beta.live, { subject: 'Elsewhere', message: 'Not yours.' });
    expect(await tagOf('/tickets')).toBe(tag);
    expect(await tagOf('/tickets', world.beta.live)).not.toBe(tag);
    expect(await tagOf('/tickets', world.alpha.test)).not.toBe(tag);
    expect(await tagOf('/tickets?page=2')).not.toBe(tag);
  });

  test('gives no access: without permission or for another customer, the request is still refused', async () => {
    const tag = await tagOf(ticket);
    expect((await ask(ticket, undefined, tag)).status).toBe(401);
    expect((await ask(ticket, 'svc_live_nonsense', tag)).status).toBe(401);
    expect((await ask(ticket, world.beta.live, tag)).status).toBe(404);
    expect((await ask(ticket, world.beta.live, '*')).status).toBe(404);
    const what = ['--account', world.alpha.id, '--environment', 'live', '--scopes', 'domains.read'];
    const { key } = await world.server.command<{ key: string }>('key', 'create', ...what);
    expect((await ask(ticket, key, tag)).status).toBe(403);
  });

  test('that matches still counts against the rate limit', async () => {
    const budgetOf = ({ headers }: Response) => ({
      remaining: Number(headers.get('x-ratelimit-remaining')),
      reset: headers.get('x-ratelimit-reset'),
    });
    const tag = await tagOf(ticket);
    let [before, after] = [await ask(ticket, world.alpha.live), await ask(ticket, world.alpha.live, tag)];
    // A new minute may begin between the requests.
    while (budgetOf(before).reset !== budgetOf(after).reset) {
      [before, after] = [after, await ask(ticket, world.alpha.live, tag)];
    }
    expect(after.status).toBe(304);
    expect(budgetOf(after).remaining).toBe(budgetOf(before).remaining - 1);
  });
});
