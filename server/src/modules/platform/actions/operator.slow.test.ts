import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { HostingWithAction } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { clearFaults, failNext } from '#engines/simulation/faults.ts';
import { STAFF_QUEUE } from '#kernel/jobs/staff-queue.ts';
import type { Retried, StaffAction } from './operator-schemas.ts';

const REFUSED = 'There is no room left on the host.';
const QUEUES = sql<object, { account_id: number }>(`select account_id from jobs where kind = 'hosting.start'`);

let server: TestServer;
let account: TestAccount;
let engine: string;
const keys = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  engine = join(server.dataDir, 'simulated', 'vps');
  for (const role of ['technician', 'support', 'billing']) {
    keys.set(role, (await server.operator.operatorKeys.create({ name: role, role, rate_limit: 100_000 })).key);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.createAccount();
});
afterEach(() => clearFaults(engine));

const call = <T>(method: 'GET' | 'POST', path: string, body?: object, role = 'technician') =>
  callOperatorApi<T>(server, method, path, { 'x-api-key': keys.get(role) ?? '' }, body);
const list = async (query: string) =>
  (await call<StaffAction[]>('GET', `/actions?account=${account.id}&${query}`)).body;
const create = () =>
  server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'shop.example.com' }));
const post = async (path: string) => (await server.post<HostingWithAction>(path, account.live, {})).body.data;
const end = (id: number) => server.endOf(id, account.live);

async function failStart(message = REFUSED): Promise<{ id: number; action_id: number }> {
  const { id } = await create();
  await end((await post(`/hosting/stop?id=${id}`)).action_id);
  await failNext(engine, { operation: 'start', code: 'refused', message, times: 1 });
  const { action_id } = await post(`/hosting/start?id=${id}`);
  await end(action_id);
  return { id, action_id };
}

it('shows a failed action with its input, engine calls and error', async () => {
  const { id, action_id } = await failStart();
  const { data, meta } = await list('status=open');
  expect(meta.total).toBe(1);
  expect(data[0]).toMatchObject({
    ...{ id: action_id, account_id: account.id, type: 'hosting.start', status: 'failed', error_message: REFUSED },
    ...{ resource_type: 'hosting', resource_id: id, retryable: true, retry: null, cancellable: false },
    input: { name: expect.any(String) },
  });
  expect(data[0]?.calls).toContainEqual(
    expect.objectContaining({ engine: 'vps', operation: 'start', result: 'refused', message: REFUSED }),
  );
  for (const filter of [
    'status=failed',
    'kind=hosting.start',
    `record=hosting+${id}`,
    'error=ENGINE_REFUSED',
    `error=${encodeURIComponent(REFUSED)}`,
    'search=no+room',
  ]) {
    expect((await list(filter)).data.map((action) => action.id)).toContain(action_id);
  }
  expect((await list('error=other')).data).toEqual([]);
});

it('retries an action once, however many staff press the button', async () => {
  const { action_id } = await failStart();
  const retry = () => call('POST', `/actions/retry?id=${action_id}`);
  const answers = await Promise.all([retry(), retry()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await call('POST', `/actions/retry?id=${action_id}`, {}, 'support')).status).toBe(403);
  expect((await call('GET', `/actions/show?id=${action_id}`, undefined, 'support')).status).toBe(200);
});

it('retries all actions with the same error, as one account', async () => {
  const error = 'The disk of the host is full.';
  const failed = [await failStart(error), await failStart(error)];
  // The jobs stay in the queue while the engine is away.
  await failNext(engine, { operation: 'start', code: 'unreachable', message: 'Away.', times: 100 });
  const { body } = await call<Retried>('POST', '/actions/retry-all', { error });
  expect(body.data).toMatchObject({ retried: 2, refused: 0, left: false });
  expect(await server.hostler.db.read(QUEUES.all({}))).toEqual([
    { account_id: STAFF_QUEUE },
    { account_id: STAFF_QUEUE },
  ]);
  expect((await call('POST', '/actions/retry-all', { error })).status).toBe(409);
  await clearFaults(engine);
  for (const { id } of failed) {
    await server.until(`/hosting/show?id=${id}`, account.live, ({ status }) => status === 'running');
  }
});

it('cancels a waiting action, and none that an engine works on or that must be carried out', async () => {
  const { id } = await create();
  await failNext(engine, { operation: 'restart', code: 'unreachable', message: 'Away.', times: 100 });
  const { action_id } = await post(`/hosting/restart?id=${id}`);
  const waiting = await until(async () => {
    const [action] = (await list('status=running')).data;
    return action?.waiting_since ? action : undefined;
  });
  expect(waiting).toMatchObject({ id: action_id, cancellable: true });
  expect(waiting.calls).toContainEqual(expect.objectContaining({ result: 'unreachable', message: 'Away.' }));
  const cancel = () => call<StaffAction>('POST', `/actions/cancel?id=${action_id}`);
  const answers = await Promise.all([cancel(), cancel()]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(await end(action_id)).toMatchObject({ status: 'failed', error: { code: 'CANCELLED' } });
  expect((await list('status=open')).data).toEqual([]);
  await clearFaults(engine);
  await server.until(`/hosting/show?id=${id}`, account.live, ({ status }) => status === 'running');

  await failNext(engine, { operation: 'destroy', code: 'unreachable', message: 'Away.', times: 100 });
  const { action_id: removal } = await server.operator.hosting.terminate({ id });
  const refused = await call('POST', `/actions/cancel?id=${removal}`);
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('must be carried out')]);
  await clearFaults(engine);
  await end(removal);
});

it('counts only the failures that a role may read', async () => {
  await failStart();
  const technician = await call<object[]>('GET', '/failures');
  expect(technician.body.meta.total).toBeGreaterThan(0);
  expect((await call<object[]>('GET', '/failures', undefined, 'billing')).body.meta.total).toBe(0);
});
