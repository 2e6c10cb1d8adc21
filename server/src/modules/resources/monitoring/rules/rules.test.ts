import { sql } from '@hostler/database';
import { type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../alerts/schemas.ts';
import type { Rule } from './schemas.ts';

let server: TestServer;
let people: ReturnType<typeof peopleOf>;
let panel: Panel;
let accountId: number;
let key: string;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  people = peopleOf(server);
  ({ panel, accountId } = await people.owner());
  ({ key } = await server.operator.keys.create({
    account_id: accountId,
    environment: 'live',
    scopes: ['monitoring.read'],
    rate_limit: 100_000,
  }));
});
afterAll(() => server.stop());

const makeServer = async (account = accountId, hostname = 'web.example.com') =>
  (await server.operator.hosting.create({ account_id: account, hostname })).id;
const rulesOf = async (hostingId: number) =>
  (await server.get(`/monitoring/rules?hosting_id=${hostingId}&sort=asc`, key)).body.data;
const create = (body: object) => panel.post<Rule>('/monitoring/rules', { account_id: accountId, ...body });
const update = (id: number, body: object) =>
  panel.post<Rule>('/monitoring/rules/update', { account_id: accountId, id, ...body });
const remove = (id: number) => panel.post<Rule>('/monitoring/rules/remove', { account_id: accountId, id });

async function fire(rule: Rule) {
  const { db, customer } = server.hostler;
  const { id: ruleId, hosting_id: hostingId, metric, threshold } = rule;
  const alert = { source: { ruleId }, metric, hostingId, value: 99, threshold, message: `${metric} fires.` };
  return db.write(() => customer.alerts.raise(accountId, alert, server.clock.now()));
}
const alertsOf = async (rule: Rule) => (await server.get(`/monitoring/alerts?rule_id=${rule.id}`, key)).body.data;

describe('the rules of a server', () => {
  it('are created with the server, and do not come back after removal', async () => {
    const id = await makeServer();
    const rules = await rulesOf(id);
    expect(rules.map(({ metric, threshold, minutes }) => [metric, threshold, minutes])).toEqual([
      ['cpu', 90, 15],
      ['memory', 95, 15],
      ['disk', 90, 5],
      ['down', null, 3],
    ]);
    expect(rules[0]).toMatchObject({ hosting_id: id, status: 'active', state: 'unknown' });
    expect((await remove(rules[0]?.id ?? 0)).body.data).toEqual(rules[0]);
    await server.runUpkeep('monitoring.follow-servers');
    expect((await rulesOf(id)).map(({ metric }) => metric)).toEqual(['memory', 'disk', 'down']);
  });

  it('are created by the upkeep for a server from an older version', async () => {
    const id = await makeServer();
    await server.hostler.db.write(() =>
      sql<{ id: number }>('delete from monitoring_servers where hosting_id = :id').run({ id }),
    );
    for (const rule of await rulesOf(id)) await remove(rule.id);
    await server.runUpkeep('monitoring.follow-servers');
    expect(await rulesOf(id)).toHaveLength(4);
  });

  it('can be created, changed, paused and removed in the panel', async () => {
    const id = await makeServer();
    const made = await create({ hosting_id: id, metric: 'network', threshold: 250.5, minutes: 10 });
    expect([made.status, made.body.message]).toEqual([201, 'Rule created.']);
    expect(made.body.data).toMatchObject({ hosting_id: id, metric: 'network', threshold: 250.5, minutes: 10 });
    const { id: rule } = made.body.data;
    expect((await update(rule, { threshold: 100 })).body.data).toMatchObject({ threshold: 100, minutes: 10 });
    expect((await update(rule, { status: 'paused' })).body.data).toMatchObject({ threshold: 100, status: 'paused' });
    const paused = await server.get('/monitoring/rules?status=paused', key);
    expect(paused.body.data.map((one) => one.id)).toEqual([rule]);
    expect((await server.get(`/monitoring/rules/show?id=${rule}`, key)).body.data.status).toBe('paused');
    expect((await remove(rule)).status).toBe(200);
    expect((await server.get(`/monitoring/rules/show?id=${rule}`, key)).status).toBe(404);
    expect((await remove(rule)).status).toBe(404);
  });

  it('are found by the name of the server', async () => {
    const id = await makeServer(accountId, 'needle.example.com');
    const found = await server.get('/monitoring/rules?search=needle', key);
    expect(found.body.data.map(({ hosting_id }) => hosting_id)).toEqual([id, id, id, id]);
  });

  it.each([
    [{ metric: 'cpu', minutes: 5 }, 'threshold'],
    [{ metric: 'cpu', minutes: 5, threshold: 101 }, 'threshold'],
    [{ metric: 'down', minutes: 5, threshold: 5 }, 'threshold'],
    [{ metric: 'cpu', threshold: 50, minutes: 0 }, 'minutes'],
    [{ metric: 'cpu', threshold: 50, minutes: 1441 }, 'minutes'],
    [{ metric: 'cpu', threshold: 50, minutes: 1.5 }, 'minutes'],
    [{ metric: 'load', threshold: 50, minutes: 5 }, 'metric'],
  ])('with %j are refused', async (body, field) => {
    const { status, body: answer } = await create({ hosting_id: await makeServer(), ...body });
    expect([status, answer.error.details?.map((one) => one.field)]).toEqual([422, [field]]);
  });

  it('are limited per server', async () => {
    const hosting_id = await makeServer();
    await server.operator.limits.change({ account_id: accountId, limits: { rules_per_server: 5 } });
    expect((await create({ hosting_id, metric: 'cpu', threshold: 50, minutes: 1 })).status).toBe(201);
    const { body } = await create({ hosting_id, metric: 'cpu', threshold: 60, minutes: 1 });
    expect(body.error).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message:
        'This server has reached its limit of 5 monitoring rules (rules_per_server). Remove one, or ask for a higher limit.',
    });
    expect(await rulesOf(hosting_id)).toHaveLength(5);
  });

  it('answer 404 for another customer, and so do their servers', async () => {
    const { id: other } = await server.createAccount();
    const theirs = await makeServer(other);
    expect((await create({ hosting_id: theirs, metric: 'cpu', threshold: 5, minutes: 5 })).status).toBe(404);
    const [rule] = await server.operator.monitoring.listRules({ hosting_id: theirs });
    expect((await update(rule?.id ?? 0, { minutes: 5 })).status).toBe(404);
    expect((await remove(rule?.id ?? 0)).status).toBe(404);
    expect(await rulesOf(theirs)).toEqual([]);
  });

  it('require hosting.write to be created', async () => {
    const hosting_id = await makeServer();
    const reader = await people.member(accountId, { scopes: 'hosting.read monitoring.read' });
    const writer = await people.member(accountId, { scopes: 'hosting.write' });
    const body = { account_id: accountId, hosting_id, metric: 'cpu', threshold: 50, minutes: 5 };
    expect((await reader.panel.post('/monitoring/rules', body)).status).toBe(403);
    expect((await writer.panel.post('/monitoring/rules', body)).status).toBe(201);
  });
});

describe('an alert', () => {
  it('fires once, and resolves once', async () => {
    const [rule] = (await rulesOf(await makeServer())) as [Rule];
    const raised = await fire(rule);
    expect(await fire(rule)).toBeUndefined();
    expect(await alertsOf(rule)).toMatchObject([{ id: raised?.id, state: 'firing', value: 99, resolved_at: null }]);
    const { db, customer } = server.hostler;
    const resolve = () =>
      db.write(() => customer.alerts.resolve(accountId, { ruleId: rule.id }, rule.metric, server.clock.now()));
    expect(await resolve()).toMatchObject({ status: 'resolved' });
    expect(await resolve()).toBeUndefined();
    expect(await alertsOf(rule)).toMatchObject([{ state: 'resolved', resolved_at: expect.any(String) }]);
    expect(await fire(rule)).toMatchObject({ status: 'firing' });
    const firing = await server.get(`/monitoring/alerts?rule_id=${rule.id}&status=firing`, key);
    expect([firing.body.data.length, firing.body.meta.total]).toEqual([1, 1]);
  });

  it('is created once by concurrent processes', async () => {
    const [rule] = (await rulesOf(await makeServer())) as [Rule];
    const raised = await Promise.all(Array.from({ length: 5 }, () => fire(rule)));
    expect(raised.filter(Boolean)).toHaveLength(1);
  });

  it.each(['paused', 'removed', 'of a terminated server'])('resolves when its rule is %s', async (how) => {
    const hostingId = await makeServer();
    const [rule] = (await rulesOf(hostingId)) as [Rule];
    await fire(rule);
    if (how === 'paused') await update(rule.id, { status: 'paused' });
    else if (how === 'removed') await remove(rule.id);
    else {
      const terminated = sql<{ id: number }>(`update hosting set status = 'terminated' where id = :id`);
      await server.hostler.db.write(() => terminated.run({ id: hostingId }));
      await server.runUpkeep('monitoring.follow-servers');
      expect(await rulesOf(hostingId)).toEqual([]);
    }
    expect(await alertsOf(rule)).toMatchObject([{ state: 'resolved' }]);
  });

  it('emits one event when it fires and one when it resolves', async () => {
    const [rule] = (await rulesOf(await makeServer())) as [Rule];
    await server.operator.monitoring.testRule({ id: rule.id });
    const events = sql<{ pattern: string }, { data: string }>(
      `select data from events where type = 'monitoring.alert' and data like :pattern order by row_id`,
    );
    const told = await server.hostler.db.read(events.all({ pattern: `%"rule_id":${rule.id},%` }));
    expect(told.map(({ data }) => JSON.parse(data).state)).toEqual(['firing', 'resolved']);
  });

  it('is filtered by one of rule, check and server; two filters are refused', async () => {
    const hostingId = await makeServer();
    const [rule] = (await rulesOf(hostingId)) as [Rule];
    await server.operator.monitoring.testRule({ id: rule.id });
    const of = async (query: string) => server.get(`/monitoring/alerts?${query}`, key);
    expect((await of(`hosting_id=${hostingId}`)).body.data).toHaveLength(1);
    expect((await of('check_id=1')).body.data).toEqual([]);
    expect((await of(`hosting_id=${hostingId}&rule_id=${rule.id}`)).body.error.code).toBe('BAD_REQUEST');
    expect((await of(`hosting_id=${hostingId}&search=test`)).body.data).toHaveLength(1);
  });
});

describe('the operator', () => {
  it('creates, lists, tests and removes rules by command', async () => {
    const id = await makeServer();
    const rule = ['--hosting', id, '--metric', 'cpu', '--threshold', '75.5', '--minutes', 4];
    const made = await server.run<Rule>('monitoring rule create', ...rule);
    expect(made).toMatchObject({ hosting_id: id, threshold: 75.5, minutes: 4 });
    expect(await server.run('monitoring rule list', '--hosting', id)).toHaveLength(5);
    expect(await server.run('monitoring rule test', '--id', made.id)).toMatchObject({ state: 'resolved' });
    const [newest] = await server.run<(Alert & { account_id: number })[]>(
      'monitoring alert list',
      '--account',
      accountId,
    );
    expect(newest).toMatchObject({ account_id: accountId, rule_id: made.id });
    expect(await server.run('monitoring rule remove', '--id', made.id)).toMatchObject({ id: made.id });
    await expect(server.run('monitoring rule remove', '--id', made.id)).rejects.toThrow('Rule not found');
    await expect(
      server.run('monitoring rule create', '--hosting', id, '--metric', 'cpu', '--threshold', 'x'),
    ).rejects.toMatchObject({ details: [{ field: '--threshold' }] });
  });
});
