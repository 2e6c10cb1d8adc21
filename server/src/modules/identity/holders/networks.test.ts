import { sql } from '@hostler/database';
import type { OperatorApi } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi } from '@hostler/testing/server/staff.ts';
import { TestTerminal } from '@hostler/testing/server/terminal.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const NETWORK = '192.0.2.0/24';
const INSIDE = { 'x-forwarded-for': '192.0.2.7' };
const OUTSIDE = { 'x-forwarded-for': '198.51.100.7' };

let server: TestServer;
let accountId: number;
let hostingId: number;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_TRUSTED_PROXIES: '127.0.0.1' } });
  ({ id: accountId } = await server.createAccount());
  ({ id: hostingId } = await server.finish(
    server.operator.hosting.create({ account_id: accountId, hostname: 'web.example.com' }),
  ));
  return server.stop;
});

const createKey = () => server.createKey(accountId, 'live', { allowed_networks: [NETWORK] });
const createOperatorKey = () =>
  server.operator.operatorKeys.create({ name: 'bound', role: 'technician', allowed_networks: [NETWORK] });

/** Opens the address from outside, which is refused, and then from inside, which works once. */
async function checkTerminal(url: string): Promise<void> {
  const outside = new TestTerminal(url, OUTSIDE);
  expect(await outside.hear('error')).toMatchObject({ code: 'FORBIDDEN' });
  expect(await outside.closed()).toBe(1008);
  const inside = new TestTerminal(url, INSIDE);
  await inside.hear('ready');
  inside.socket.terminate();
}

describe('what a key bound to networks creates is bound to the same networks', () => {
  it('a terminal address of a key', async () => {
    const { key } = await createKey();
    const made = await server.request<{ url: string }>('POST', `/hosting/console?id=${hostingId}`, {
      headers: { 'x-api-key': key, ...INSIDE },
    });
    expect(made.status).toBe(201);
    await checkTerminal(made.body.data.url);
  });

  it('an access token, and a terminal address of the token', async () => {
    const { key } = await createKey();
    const token = await server.request<{ access_token: string }>('POST', '/auth/token', {
      headers: INSIDE,
      body: { api_key: key },
    });
    const authorization = `Bearer ${token.body.data.access_token}`;
    expect((await server.request('GET', '/auth/me', { headers: { authorization, ...OUTSIDE } })).status).toBe(403);
    const made = await server.request<{ url: string }>('POST', `/hosting/console?id=${hostingId}`, {
      headers: { authorization, ...INSIDE },
    });
    await checkTerminal(made.body.data.url);
  });

  it('a terminal address of an operator key', async () => {
    const { key } = await createOperatorKey();
    const path = `/hosting/terminal?id=${hostingId}`;
    const headers = { 'x-api-key': key, ...INSIDE };
    const made = await callOperatorApi<{ url: string }>(server, 'POST', path, headers, { reason: 'Ticket 7' });
    expect(made.status).toBe(201);
    await checkTerminal(made.body.data.url);
  });

  it('a view token of an operator key', async () => {
    const { key } = await createOperatorKey();
    const path = `/accounts/view?id=${accountId}`;
    const headers = { 'x-api-key': key, ...INSIDE };
    const view = await callOperatorApi<OperatorApi.AccountView>(server, 'POST', path, headers, { reason: 'Ticket 7' });
    const authorization = `Bearer ${view.body.data.access_token}`;
    const statusFrom = async (from: Record<string, string>) =>
      (await server.request('GET', '/tickets', { headers: { authorization, ...from } })).status;
    expect(await statusFrom(INSIDE)).toBe(200);
    expect(await statusFrom(OUTSIDE)).toBe(403);
  });

  it('an event stream of an operator key, also while it is open', async () => {
    const { id, key } = await createOperatorKey();
    const open = (from: Record<string, string>) =>
      fetch(`${server.url}/operator/api/v1/stream`, { headers: { 'x-api-key': key, ...from } });
    expect((await open(OUTSIDE)).status).toBe(403);
    const response = await open(INSIDE);
    let ended = false;
    void response.text().then((text) => {
      ended = text.includes('event: end');
    });
    const move = sql<{ id: number }>(`update operator_keys set allowed_networks = '203.0.113.0/24' where id = :id`);
    await server.hostler.db.write(() => move.run({ id }));
    await until(() => ended);
  });
});
