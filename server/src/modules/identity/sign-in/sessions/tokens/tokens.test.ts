import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, expect, it } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';

const IDLE_END = sql<{ id: number }, { idle_ends_at: number }>('select idle_ends_at from sessions where id = :id');
let server: TestServer;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  server.clock.standStill();
  people = peopleOf(server);
  return server.stop;
});

const ask = (path: string, token: string, body?: unknown) =>
  server.request<{ id: number }[]>(body === undefined ? 'GET' : 'POST', path, {
    headers: { authorization: `Bearer ${token}` },
    body,
  });

/** Asks twice: an answer is cached from the second request on. */
async function countItems(path: string, token: string): Promise<number> {
  const first = (await ask(path, token)).body.data.length;
  expect((await ask(path, token)).body.data).toHaveLength(first);
  return first;
}

it('a panel token never gets a response that was cached for the other environment', async () => {
  const { panel, accountId } = await people.owner();
  const [live, test] = [await panel.token(accountId, 'live'), await panel.token(accountId, 'test')];
  const webhook = { url: 'https://hooks.example.com/', events: ['ticket.created'] };
  expect((await ask('/webhooks', live, webhook)).status).toBe(201);
  expect(await countItems('/webhooks', live)).toBe(1);
  expect(await countItems('/webhooks', test)).toBe(0);
  expect(await countItems('/webhooks', live)).toBe(1);
});

it('a panel token never gets a response that was cached for a member with other scopes', async () => {
  const { panel, accountId } = await people.owner();
  const created = await ask('/databases', await panel.token(accountId), { name: 'shop', engine: 'postgresql' });
  expect(created.status).toBe(201);
  const tokenWith = async (scopes: string) => (await people.member(accountId, { scopes })).panel.token(accountId);
  const [allowed, other] = [await tokenWith('databases.read'), await tokenWith('hosting.read')];
  expect(await countItems('/actions', allowed)).toBe(1);
  expect(await countItems('/actions', other)).toBe(0);
  expect(await countItems('/actions', allowed)).toBe(1);
});

it('a panel token expires with its session, even if that has less than fifteen minutes left', async () => {
  const { panel, accountId } = await people.owner();
  const { body } = await panel.get<PanelApi.CurrentSession>('/sessions/current');
  const { id } = body.data.session;
  for (let month = 0; month < 3; month++) {
    server.clock.advance(29 * DAY);
    const idleEnd = server.clock.now() + 29 * DAY;
    // On PostgreSQL the end that was read before the clock moved stays cached for up to a second.
    await expect.poll(async () => (await panel.get('/sessions/current')).status).toBe(200);
    // The session's last use is recorded after the response.
    await until(async () => ((await server.hostler.db.read(IDLE_END.one({ id })))?.idle_ends_at ?? 0) > idleEnd);
  }
  server.clock.advance(3 * DAY - 5 * MINUTE);
  await expect.poll(async () => (await panel.get('/sessions/current')).status).toBe(200);
  const issued = await panel.post<PanelApi.PanelToken>('/token', {
    account_id: accountId,
    environment: 'live',
  });
  const { access_token: token, expires_in } = issued.body.data;
  expect(expires_in).toBe(5 * 60);
  expect((await ask('/tickets', token)).status).toBe(200);
  server.clock.advance(5 * MINUTE);
  expect((await ask('/tickets', token)).status).toBe(401);
  expect((await panel.get('/sessions/current')).status).toBe(401);
});
