import { ANYBODY, changeSignal, sql } from '@hostler/database';
import { PASSWORD, type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RIGHTS_TOPIC, TOPICS } from './topics.ts';

let server: TestServer;
let people: ReturnType<typeof peopleOf>;
const open: AbortController[] = [];

beforeAll(async () => {
  server = await startTestServer();
  people = peopleOf(server);
  return server.stop;
});

afterEach(() => {
  for (const stream of open.splice(0)) stream.abort();
});

/** Reads a stream as an EventSource does, and collects its messages. */
async function listen({ cookies }: Panel, accountId: number, query = '') {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(`${server.url}/panel/api/v1/stream?account_id=${accountId}${query}`, {
    headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    signal: controller.signal,
  });
  const heard = { response, text: '', messages: 0, ended: false, changed: new Set<string>() };
  if (response.status === 200) void read(response, heard).catch(() => {});
  return heard;
}

async function read(
  { body }: Response,
  heard: { text: string; messages: number; ended: boolean; changed: Set<string> },
): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    heard.text += decoder.decode(chunk, { stream: true });
    const hints = [...heard.text.matchAll(/^data: (\{"changed".*)$/gm)];
    heard.messages = hints.length;
    for (const [, json = ''] of hints) for (const name of JSON.parse(json).changed) heard.changed.add(name);
  }
  heard.ended = true;
}

const NEW_TICKET = { subject: 'A question', message: 'How?' };

describe('the stream of change hints', () => {
  it('names what changed in the account, whoever changed it, and contains no data', async () => {
    const { panel, accountId } = await people.owner();
    const heard = await listen(panel, accountId, '&environment=test');
    expect(heard.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const { key } = await server.createKey(accountId, 'live');
    await server.post('/tickets', key, { subject: 'Very secret', message: 'Very.' });
    await until(() => ['tickets', 'keys', 'events', 'audit'].every((name) => heard.changed.has(name)));
    await server.finish(server.operator.hosting.create({ account_id: accountId, hostname: 'web.example.com' }));
    await until(() => ['hosting', 'actions'].every((name) => heard.changed.has(name)));
    expect(heard.text).not.toContain('secret');
  });

  it('does not mention changes of other accounts or changes that the person may not see', async () => {
    const { panel, accountId } = await people.owner();
    const { panel: other, accountId: otherId } = await people.owner();
    const { panel: member } = await people.member(accountId, { scopes: 'domains.read' });
    const foreign = await listen(other, otherId);
    const narrow = await listen(member, accountId);
    const own = await listen(panel, accountId);
    const { key } = await server.createKey(accountId, 'live');
    await server.post('/tickets', key, NEW_TICKET);
    await server.post('/domains', key, { domain: `d${accountId}.example.com` });
    await until(() => own.changed.has('domains') && own.changed.has('tickets') && narrow.changed.has('domains'));
    expect([...narrow.changed].filter((name) => name !== 'domains' && name !== 'actions')).toEqual([]);
    // The audit entry of their own sign-in may be announced this late.
    expect([...foreign.changed].filter((name) => name !== 'audit')).toEqual([]);
    expect((await listen(other, accountId)).response.status).toBe(404);
  });

  it('combines many changes into few messages', async () => {
    const { panel, accountId } = await people.owner();
    const heard = await listen(panel, accountId);
    const { key } = await server.createKey(accountId, 'live');
    const began = performance.now();
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 20 }, () => server.post('/tickets', key, NEW_TICKET)));
    }
    await until(() => heard.changed.has('tickets'));
    const seconds = (performance.now() - began) / 1000;
    expect(heard.messages).toBeLessThanOrEqual(2 + 4 * seconds);
  });

  it('ends with the session, with the membership, and when rights change', async () => {
    const { panel, accountId } = await people.owner();
    const { panel: leaving, person } = await people.member(accountId, { scopes: 'tickets.read' });
    const { panel: changing, person: other } = await people.member(accountId, { scopes: 'tickets.read' });
    const [first, second, third] = [
      await listen(leaving, accountId),
      await listen(changing, accountId),
      await listen(panel, accountId),
    ];
    await panel.post('/people/remove', { account_id: accountId, id: person.id });
    await until(() => first.ended);
    expect(first.text).toContain('event: end');
    const less = { account_id: accountId, id: other.id, role: 'member', scopes: ['domains.read'], rights: [] };
    expect((await panel.post('/people/update', less)).status).toBe(200);
    await until(() => second.ended);
    expect(third.ended).toBe(false);
    await panel.post('/sessions/remove');
    await until(() => third.ended);
  });

  it('can be opened ten times per person', async () => {
    const { panel, accountId } = await people.owner();
    for (let count = 0; count < 10; count++) expect((await listen(panel, accountId)).response.status).toBe(200);
    expect((await listen(panel, accountId)).response.status).toBe(429);
    open[open.length - 2]?.abort();
    let status = 429;
    while (status === 429) ({ status } = (await listen(panel, accountId)).response);
    expect(status).toBe(200);
  });

  it('requires a session', async () => {
    const { accountId } = await people.owner();
    expect((await fetch(`${server.url}/panel/api/v1/stream?account_id=${accountId}`)).status).toBe(401);
  });

  it('has topics only of existing tables', async () => {
    for (const { tables } of Object.values(TOPICS)) {
      for (const table of tables) await server.hostler.db.read(sql(`select 1 as one from ${table} limit 1`).all({}));
    }
  });
});

describe('streams of a server without a worker', () => {
  let own: TestServer;

  const openStream = ({ cookies }: Panel, accountId: number) =>
    fetch(`${own.url}/panel/api/v1/stream?account_id=${accountId}`, {
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });

  beforeAll(async () => {
    own = await startTestServer({ worker: false });
  });

  it('are checked again only for changes that concern their own person', async () => {
    const { owner, enter } = peopleOf(own);
    const { person } = await owner();
    const told: string[] = [];
    for (const whose of [`person ${person.id}`, ANYBODY] as const) {
      own.hostler.db.onSignal(changeSignal(whose, RIGHTS_TOPIC), (isOwn) => isOwn && told.push(whose));
    }
    const { panel } = await enter(person.email);
    for (const [path, body] of [
      ['/security/profile', { name: 'Jo' }],
      ['/sessions/confirm', { password: PASSWORD }],
      ['/sessions', { email: person.email, password: PASSWORD }],
      ['/sessions/remove', { all: true }],
      ['/sessions/remove', {}],
    ] as const) {
      told.length = 0;
      expect((await panel.post(path, body)).status).toBeLessThan(300);
      expect([path, ...new Set(told)]).toEqual([path, `person ${person.id}`]);
    }
  });

  it('end when the server stops', async () => {
    const { panel, accountId } = await peopleOf(own).owner('last@example.com');
    const ended = (await openStream(panel, accountId)).text();
    await own.stop();
    expect(await ended).toContain(': hints');
  });
});
