import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let accountId: number;
let key: string;
let hosting_id: number;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  ({ id: accountId } = await server.createAccount());
  ({ key } = await server.createKey(accountId, 'live', { scopes: ['hosting.write', 'monitoring.read'] }));
  ({ id: hosting_id } = await server.operator.hosting.create({ account_id: accountId, hostname: 'web.example.com' }));
  return server.stop;
});

const RULE = { metric: 'network', threshold: 250, minutes: 10 } as const;
const CHECK = { type: 'tcp', target: 'mail.example.com:25' } as const;

describe('the public API', () => {
  it('creates, updates, pauses and removes a rule', async () => {
    const made = await server.post('/monitoring/rules', key, { hosting_id, ...RULE });
    expect([made.status, made.body.message]).toEqual([201, 'Rule created.']);
    expect(made.body.data).toMatchObject({ hosting_id, ...RULE, status: 'active' });
    const { id } = made.body.data;
    const changed = await server.post(`/monitoring/rules/update?id=${id}`, key, { minutes: 3, status: 'paused' });
    expect([changed.status, changed.body.data]).toMatchObject([200, { threshold: 250, minutes: 3, status: 'paused' }]);
    expect((await server.get(`/monitoring/rules/show?id=${id}`, key)).body.data).toEqual(changed.body.data);
    expect((await server.post('/monitoring/rules/remove', key, { rule_id: id })).body.data).toEqual(changed.body.data);
    expect((await server.get(`/monitoring/rules/show?id=${id}`, key)).status).toBe(404);
  });

  it('creates, updates and removes a check', async () => {
    const made = await server.post('/monitoring/checks', key, CHECK);
    expect([made.status, made.body.message]).toEqual([201, 'Check created.']);
    expect(made.body.data).toMatchObject({
      ...CHECK,
      name: 'mail.example.com:25',
      interval_seconds: 60,
      status: 'pending',
    });
    const { id } = made.body.data;
    const changed = await server.post(`/monitoring/checks/update?id=${id}`, key, {
      name: 'Mail',
      interval_seconds: 300,
    });
    expect([changed.status, changed.body.data]).toMatchObject([200, { name: 'Mail', interval_seconds: 300 }]);
    expect((await server.post(`/monitoring/checks/remove?id=${id}`, key)).body.data).toEqual(changed.body.data);
    expect((await server.get(`/monitoring/checks/show?id=${id}`, key)).status).toBe(404);
  });

  it('writes once for the same Idempotency-Key', async () => {
    const send = () =>
      server.request('POST', '/monitoring/checks', { key, body: CHECK, headers: { 'idempotency-key': 'one' } });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect((await server.get('/monitoring/checks', key)).body.meta.total).toBe(1);
  });

  it('refuses private targets and more than the limits allow', async () => {
    const { status, body } = await server.post('/monitoring/checks', key, { type: 'http', target: 'http://10.0.0.1/' });
    expect([status, body.error.details?.[0]?.field]).toEqual([422, 'target']);
    await server.operator.limits.change({ account_id: accountId, limits: { rules_per_server: 4, checks: 1 } });
    for (const [path, input] of [
      ['/monitoring/rules', { hosting_id, ...RULE }],
      ['/monitoring/checks', CHECK],
    ] as const) {
      const refused = await server.post(path, key, input);
      expect([path, refused.status, refused.body.error.code]).toEqual([path, 409, 'QUOTA_EXCEEDED']);
    }
  });
});
