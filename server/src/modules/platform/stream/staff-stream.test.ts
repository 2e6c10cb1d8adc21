import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRoute } from '#kernel/http/route.ts';
import { STAFF_TOPICS } from './staff-topics.ts';

type Headers = Record<string, string>;

let server: TestServer;
const open: AbortController[] = [];

beforeAll(async () => {
  server = await startTestServer();
  // The last owner cannot be disabled.
  await signInStaff(server, 'owner');
  return server.stop;
});

afterEach(() => {
  for (const stream of open.splice(0)) stream.abort();
});

interface Heard {
  readonly status: number;
  text: string;
  messages: number;
  ended: boolean;
  readonly changed: Set<string>;
}

async function listen(headers: Headers): Promise<Heard> {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(`${server.url}/operator/api/v1/stream`, { headers, signal: controller.signal });
  const heard: Heard = { status: response.status, text: '', messages: 0, ended: false, changed: new Set() };
  if (response.status === 200) void read(response, heard).catch(() => {});
  return heard;
}

async function read({ body }: Response, heard: Heard): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    heard.text += decoder.decode(chunk, { stream: true });
    const hints = [...heard.text.matchAll(/^data: (\{"changed".*)$/gm)];
    heard.messages = hints.length;
    for (const [, json = ''] of hints) for (const name of JSON.parse(json).changed) heard.changed.add(name);
  }
  heard.ended = true;
}

async function arrive(role: string) {
  const staff = await signInStaff(server, role);
  const headers = { cookie: [...staff.panel.cookies].map((pair) => pair.join('=')).join('; ') };
  return { ...staff, headers };
}

const NEW_TICKET = { subject: 'Very secret', message: 'Very.' };

describe('the stream of change hints for staff', () => {
  it('names what changed in any account and contains no data', async () => {
    const heard = await listen((await arrive('support')).headers);
    expect(heard.status).toBe(200);
    const [one, other] = [await server.createAccount(), await server.createAccount()];
    await server.post('/tickets', one.live, NEW_TICKET);
    await until(() => ['accounts', 'keys', 'tickets', 'audit'].every((name) => heard.changed.has(name)));
    await server.finish(server.operator.hosting.create({ account_id: other.id, hostname: 'web.example.com' }));
    await until(() => ['hosting', 'actions'].every((name) => heard.changed.has(name)));
    expect(heard.text).not.toContain('secret');
  });

  it('names only resources that the role may read', async () => {
    const [technician, billing] = [await arrive('technician'), await arrive('billing')];
    const [narrow, wide] = [await listen(technician.headers), await listen(billing.headers)];
    const account = await server.createAccount();
    await server.run(
      'charge add',
      '--account',
      account.id,
      '--description',
      'Work',
      '--amount',
      '500',
      '--currency',
      'EUR',
    );
    await server.post('/tickets', account.live, NEW_TICKET);
    await until(() => wide.changed.has('charges') && wide.changed.has('tickets') && narrow.changed.has('tickets'));
    expect([...narrow.changed]).not.toContain('charges');
    expect([...wide.changed]).not.toContain('staff');
  });

  it('has the roles of the list that each topic names', () => {
    const routes: readonly AnyRoute[] = server.hostler.surfaces.find(({ name }) => name === 'operator')?.routes ?? [];
    const paths: Record<string, string> = {
      bank: '/payments/lines',
      payouts: '/payments/payouts',
      monitoring: '/monitoring/alerts',
      'price-changes': '/plans/price-changes',
    };
    for (const [name, { access }] of Object.entries(STAFF_TOPICS)) {
      const path = paths[name] ?? `/${name}`;
      const route = routes.find((one) => one.method === 'GET' && one.path === path);
      expect([name, [...access].sort()]).toEqual([name, [...((route?.access ?? []) as string[])].sort()]);
    }
  });

  it('combines the changes of all accounts into few messages', async () => {
    const heard = await listen((await arrive('support')).headers);
    const accounts = await Promise.all(Array.from({ length: 4 }, () => server.createAccount()));
    const began = performance.now();
    for (let round = 0; round < 10; round++) {
      await Promise.all(accounts.map(({ live }) => server.post('/tickets', live, NEW_TICKET)));
    }
    await until(() => heard.changed.has('tickets'));
    const seconds = (performance.now() - began) / 1000;
    expect(heard.messages).toBeLessThanOrEqual(2 + 4 * seconds);
  });

  it('ends when the staff member is disabled, changes role, signs out or loses the second factor', async () => {
    const [disabled, changed, leaving, weaker, stays] = [
      await arrive('technician'),
      await arrive('technician'),
      await arrive('support'),
      await arrive('support'),
      await arrive('support'),
    ];
    const staying = await listen(stays.headers);
    const streams = await Promise.all([disabled, changed, leaving, weaker].map(({ headers }) => listen(headers)));
    const ends = async (stream: Heard | undefined) => {
      await until(() => stream?.ended === true);
      expect(stream?.text).toContain('event: end');
    };
    await server.run('operator disable', '--id', disabled.id);
    await ends(streams[0]);
    await server.run('operator update', '--id', changed.id, '--role', 'support');
    await ends(streams[1]);
    await leaving.panel.post('/sessions/remove');
    await ends(streams[2]);
    await server.hostler.db.write(() =>
      sql<{ person_id: number }>('delete from totps where person_id = :person_id').run({ person_id: weaker.id }),
    );
    await ends(streams[3]);
    expect(staying.ended).toBe(false);
    expect((await listen(disabled.headers)).status).toBe(401);
  });

  it('ends with the operator key', async () => {
    const { id, key } = await server.operator.operatorKeys.create({ name: 'screen', role: 'support' });
    const heard = await listen({ 'x-api-key': key });
    await server.run('operator key revoke', '--id', id);
    await until(() => heard.ended);
    expect(heard.text).toContain('event: end');
  });

  it('can be opened ten times per staff member', async () => {
    const { headers } = await arrive('support');
    for (let count = 0; count < 10; count++) expect((await listen(headers)).status).toBe(200);
    expect((await listen(headers)).status).toBe(429);
  });

  it('has topics only of existing tables', async () => {
    for (const { tables } of Object.values(STAFF_TOPICS)) {
      for (const table of tables) await server.hostler.db.read(sql(`select 1 as one from ${table} limit 1`).all({}));
    }
  });
});
