import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { openPanel, PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';
import type { RequestRow } from './store.ts';

const ALL = sql<{ account_id: number }, RequestRow>(
  'select * from requests where account_id = :account_id order by id',
);
const GAPS = sql<{ account_id: number }, { account_id: number }>(
  'select account_id from request_gaps where account_id = :account_id',
);

let server: TestServer;
let account: TestAccount;

const readAll = async (id = account.id) => server.hostler.db.read(ALL.all({ account_id: id }));
const find = async (requestId: string) => (await readAll()).filter(({ request_id }) => request_id === requestId);
const untilKept = (requestId: string) => until(async () => (await find(requestId)).length > 0);

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
});

afterAll(() => server.stop());

describe('the request log', () => {
  it('records method, path, caller and address, but never the query string', async () => {
    await server.get('/tickets?search=my-secret', account.live, { 'x-request-id': 'asked-1' });
    await untilKept('asked-1');
    const [row] = await find('asked-1');
    expect(row).toMatchObject({
      account_id: account.id,
      environment: 'live',
      person_id: null,
      caller_name: 'default',
      method: 'GET',
      path: '/api/v1/tickets',
      status: 200,
      status_class: 2,
      error_code: null,
      address: '127.0.0.1',
    });
    expect(row?.key_id).toBeGreaterThan(0);
    expect(row?.duration_ms).toBeGreaterThan(0);
    expect(JSON.stringify(row)).not.toContain('my-secret');
  });

  it('records a failure with its error code, also when it is replayed for an Idempotency-Key', async () => {
    const twice = { 'idempotency-key': 'twice', 'x-request-id': 'failed-1' };
    await server.post('/tickets', account.live, { subject: 1 }, twice);
    await server.post('/tickets', account.live, { subject: 1 }, twice);
    await server.get('/tickets/show?id=999', account.test, { 'x-request-id': 'failed-2' });
    await untilKept('failed-2');
    expect((await find('failed-1')).map(({ status, error_code }) => [status, error_code])).toEqual([
      [422, 'VALIDATION_ERROR'],
      [422, 'VALIDATION_ERROR'],
    ]);
    expect(await find('failed-2')).toMatchObject([{ environment: 'test', status: 404, error_code: 'NOT_FOUND' }]);
  });

  it('records a request that is aborted before its response, and concurrent requests of others', async () => {
    const hasty = await server.createAccount();
    await server.get('/tickets', hasty.live);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const head = ['POST /api/v1/tickets HTTP/1.1', 'host: x', `x-api-key: ${hasty.live}`, 'x-request-id: gone-1'];
    const body = ['content-type: application/json', 'content-length: 100', 'expect: 100-continue'];
    socket.write(`${[...head, ...body].join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    await server.get('/tickets', account.live, { 'x-request-id': 'beside-1' });
    await until(async () => (await readAll(hasty.id)).some(({ request_id }) => request_id === 'gone-1'));
    expect((await readAll(hasty.id)).at(-1)).toMatchObject({ status: 400, address: '127.0.0.1' });
    await untilKept('beside-1');
  });

  it('records nothing for unknown credentials', async () => {
    await server.get('/tickets', 'svc_live_wrong', { 'x-request-id': 'unknown-1' });
    await server.get('/tickets', account.live, { 'x-request-id': 'after-1' });
    await untilKept('after-1');
    expect(await find('unknown-1')).toEqual([]);
  });

  it('records a limited part of very many requests, but every early failure, and notes the gap', async () => {
    const busy = await server.createAccount();
    const ask = (count: number, path: string) =>
      Promise.all(Array.from({ length: count }, () => server.get(path, busy.live)));
    for (let round = 0; round < 7; round++) await ask(100, '/tickets');
    await ask(50, '/tickets/show?id=999');
    const failures = async () => (await readAll(busy.id)).filter(({ status_class }) => status_class === 4).length;
    await until(async () => (await failures()) === 50);
    const successes = (await readAll(busy.id)).length - 50;
    expect(successes).toBeGreaterThanOrEqual(600);
    expect(successes).toBeLessThan(650);
    // A gap noted while the last rows are written is recorded with the next ones.
    await until(async () => (await server.hostler.db.read(GAPS.all({ account_id: busy.id }))).length === 1);
    expect(await server.hostler.db.read(GAPS.all({ account_id: account.id }))).toEqual([]);
  });

  it('is shown to owners with filters, and says whether requests were left out', async () => {
    const { id } = await server.operator.accounts.create({
      name: 'Acme',
      email: 'jo@example.com',
      password_hash: PASSWORD_HASH,
    });
    const { id: key_id, key } = await server.createKey(id, 'live', { name: 'deploy' });
    const panel = openPanel(server);
    await panel.signIn('jo@example.com');
    await server.get('/tickets', key);
    await server.get('/tickets/show?id=5', key, { 'x-request-id': 'shown-1' });
    await server.get('/auth/me', undefined, { authorization: `Bearer ${await panel.token(id)}` });
    await until(async () => (await readAll(id)).length === 3);
    const read = (query = '') => panel.get<PanelApi.LoggedRequest[]>(`/requests?account_id=${id}${query}`);
    const { body } = await read();
    expect(body.data).toMatchObject([
      { path: '/api/v1/auth/me', key: null, person: { name: 'jo' } },
      { path: '/api/v1/tickets/show', status: 404, error_code: 'NOT_FOUND', key: { id: key_id, name: 'deploy' } },
      { path: '/api/v1/tickets', method: 'GET', error_code: null, address: '127.0.0.1', environment: 'live' },
    ]);
    expect(body.meta).toMatchObject({ total: 3, sampled: false });
    const paths = async (query: string) => (await read(query)).body.data.map(({ path }) => path.slice(8));
    expect(await paths('&status_class=4xx')).toEqual(['tickets/show']);
    expect(await paths('&request_id=shown-1')).toEqual(['tickets/show']);
    expect(await paths(`&key_id=${key_id}&path=/api/v1/tickets&method=GET`)).toEqual(['tickets']);
    expect(await paths('&method=POST')).toEqual([]);
    expect(await paths('&source=key')).toEqual(['tickets/show', 'tickets']);
    expect(await paths('&source=key&status_class=2xx')).toEqual(['tickets']);
    expect(await paths('&source=panel')).toEqual(['auth/me']);
    expect(await paths('&sort=asc&per_page=2')).toEqual(['tickets', 'tickets/show']);
    expect((await panel.get(`/requests?account_id=${account.id}`)).status).toBe(404);
  });

  it('is deleted after seven days', async () => {
    server.clock.advance(6 * DAY);
    await server.runUpkeep('requests.forget-old', 'requests.forget-gaps');
    expect(await readAll()).not.toEqual([]);
    server.clock.advance(2 * DAY);
    await server.runUpkeep('requests.forget-old', 'requests.forget-gaps');
    expect(await readAll()).toEqual([]);
  });
});
