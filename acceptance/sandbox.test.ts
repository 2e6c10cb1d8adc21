import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiData } from '../testing/api-types.ts';
import { until } from '../testing/until.ts';
import type { Answer } from './client.ts';
import { createOneOfEach, type Resources, untilListed } from './resources.ts';
import { queryStored } from './stored.ts';
import { minimalBody, nameOperation, withQuery } from './walk.ts';
import { openWorld, type World } from './world.ts';

/** Public half of a key pair that nobody has. */
const SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1';
const FIRST_SIMULATED_ID = 9_000_000_000;

let world: World;
let own: Resources;
const LARGER = { plan: 'VPS M' };
/** Input that confirms the previewed amount. */
let larger: typeof LARGER & { expected_amount: number };
let address: string;

beforeAll(async () => {
  // Metrics would change the state of rules.
  world = await openWorld({ settings: { HOSTLER_METRICS_EVERY_SECONDS: '3600' } });
  own = await createOneOfEach(world, world.alpha);
  await world.server.command('plan', 'create', '--name', 'VPS M', '--price', 1500, '--currency', 'EUR');
  const previewed = await simulate(`/subscriptions/preview?id=${own.subscriptions}`, LARGER);
  const { body } = await world.client.get(`/hosting/show?id=${own.hosting}`, world.alpha.live);
  address = String(body.data.ipv4[0]);
  larger = { ...LARGER, expected_amount: previewed.body.data.amount_due_now };
  return world.close;
});

const simulate = <P extends string>(path: P, body?: unknown, headers: Record<string, string> = {}) =>
  world.client.post<ApiData<'POST', P>>(path, world.alpha.test, body, headers);

/** Waits for background work: zones are written and mail keys are created. */
const untilIdle = () =>
  until(async () => (await queryStored(world.server.settings, 'select id from jobs limit 1')).length === 0);

/** Returns all lists of the customer, to prove that nothing changed. */
async function everything(): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const { path, query, id, group } of world.client.api.operations) {
    if (!query.some(({ name }) => name === 'per_page') || group === 'actions') continue;
    const target = withQuery(path, id ? { [id]: own[group] ?? 0 } : {});
    seen[target] = await world.client.all(target, world.alpha.live);
  }
  return seen;
}

/** Returns a successful request for every write. */
function writes(): [path: string, body: unknown][] {
  return [
    ['/tickets', { subject: 'Simulated', message: 'Not kept.' }],
    [`/tickets/reply?id=${own.tickets}`, { message: 'Not kept.' }],
    [`/tickets/close?id=${own.tickets}`, undefined],
    [`/hosting/restart?id=${own.hosting}`, undefined],
    [`/hosting/stop?id=${own.hosting}`, undefined],
    [`/hosting/stop?id=${own.hosting}`, { force: true }],
    [`/hosting/access?id=${own.hosting}`, { ssh_keys: [] }],
    [`/hosting/console?id=${own.hosting}`, { kind: 'serial' }],
    [`/hosting/update?id=${own.hosting}`, { label: 'Simulated', tags: ['simulated'], protected: true }],
    [`/hosting/password?id=${own.hosting}`, undefined],
    ['/ssh-keys', { name: 'Simulated', public_key: SSH_KEY }],
    [`/ssh-keys/update?id=${own['ssh-keys']}`, { name: 'Simulated' }],
    [`/ssh-keys/remove?id=${own['ssh-keys']}`, undefined],
    ['/firewalls', { name: 'Simulated', inbound: [{ protocol: 'tcp', ports: '22', networks: ['::/0'] }] }],
    [`/firewalls/update?id=${own.firewalls}`, { inbound: [{ protocol: 'icmp', networks: ['::/0'] }] }],
    [`/firewalls/attach?id=${own.firewalls}`, { hosting_ids: [own.hosting] }],
    [`/firewalls/detach?id=${own.firewalls}`, { hosting_ids: [own.hosting] }],
    [`/firewalls/remove?id=${own.firewalls}`, undefined],
    [`/hosting/addresses/reverse?id=${own.hosting}`, { address, name: 'web.example.com' }],
    [`/hosting/snapshots?hosting_id=${own.hosting}`, { name: 'Simulated' }],
    [`/hosting/snapshots/restore?snapshot_id=${own.snapshots}`, undefined],
    [`/hosting/snapshots/remove?snapshot_id=${own.snapshots}`, undefined],
    [`/hosting/rescue?id=${own.hosting}`, { enabled: true }],
    ['/domains', { domain: 'simulated.example.net' }],
    [`/domains/remove?id=${own.domains}`, undefined],
    [`/domains/records?id=${own.domains}`, { records: [{ name: '@', type: 'A', content: '192.0.2.1' }] }],
    ['/emails', { address: 'simulated@alpha.example.org' }],
    [`/emails/update?id=${own.emails}`, { aliases: ['*@alpha.example.org'], status: 'suspended' }],
    [`/emails/password?id=${own.emails}`, {}],
    [`/emails/domains/verify?domain_id=${own.domains}`, undefined],
    [`/emails/domains/merge-spf?domain_id=${own.domains}`, undefined],
    [`/emails/remove?id=${own.emails}`, undefined],
    ['/databases', { name: 'simulated' }],
    [`/databases/reset-password?id=${own.databases}`, undefined],
    [`/databases/remove?id=${own.databases}`, undefined],
    ['/backups', { database_id: own.databases }],
    ['/backups', { hosting_id: own.hosting }],
    [`/backups/restore?id=${own.backups}`, undefined],
    [`/backups/verify?id=${own.backups}`, undefined],
    [`/backups/remove?id=${own.backups}`, undefined],
    ['/backups/schedules', { database_id: own.databases }],
    [`/backups/schedules/update?id=${own.schedules}`, { keep: 3 }],
    [`/backups/schedules/remove?id=${own.schedules}`, undefined],
    ['/applications', { hosting_id: own.hosting, slug: 'login-notice' }],
    [`/applications/remove?id=${own.applications}`, undefined],
    ['/monitoring/rules', { hosting_id: own.hosting, metric: 'cpu', threshold: 80, minutes: 5 }],
    [`/monitoring/rules/update?id=${own.rules}`, { status: 'paused' }],
    [`/monitoring/rules/remove?id=${own.rules}`, undefined],
    ['/monitoring/checks', { type: 'tcp', target: 'simulated.example.net:25' }],
    [`/monitoring/checks/update?id=${own.checks}`, { status: 'paused' }],
    [`/monitoring/checks/remove?id=${own.checks}`, undefined],
    ['/subscriptions', { plan: 'VPS S', hostname: 'simulated.test' }],
    [`/subscriptions/preview?id=${own.subscriptions}`, LARGER],
    [`/subscriptions/change?id=${own.subscriptions}`, larger],
    [`/subscriptions/traffic-cap?id=${own.subscriptions}`, { traffic_cap: null }],
    [`/subscriptions/cancel?id=${own.subscriptions}`, {}],
    [`/subscriptions/cancel?id=${own.subscriptions}`, { immediately: true }],
  ];
}

const shapeOf = ({ status, body, headers }: Answer<object>) => ({
  status,
  message: body.message,
  fields: Object.keys(body.data).toSorted(),
  location: headers.get('location')?.replace(/\d+$/, 'N'),
});

describe('a write with a test key', () => {
  test('changes no readable data, on any operation', async () => {
    await untilIdle();
    const before = await everything();
    for (const [path, body] of writes()) {
      const answer = await simulate(path, body);
      expect([path, answer.body.success], answer.text).toEqual([path, true]);
      expect(answer.headers.get('x-environment')).toBe('sandbox');
    }
    expect(await everything()).toEqual(before);
    const known = new Set(writes().map(([path]) => `/api/v1${path.split('?')[0]}`));
    // Webhooks are not simulated, so that notifications can be tested in the sandbox.
    const paths = world.client.api.operations
      .filter(({ method, isPublic, group }) => method === 'POST' && !isPublic && group !== 'webhooks')
      .map(({ path }) => path);
    // These conflict with the state of the seed and are tested elsewhere.
    const untested = paths.filter((path) => !known.has(path));
    expect(untested, 'every write is in writes()').toEqual([
      '/api/v1/hosting/start',
      '/api/v1/hosting/rebuild',
      '/api/v1/hosting/addresses',
      '/api/v1/hosting/addresses/remove',
      '/api/v1/subscriptions/resume',
      '/api/v1/subscriptions/withdraw-change',
    ]);
  });

  test('gets exactly the response of the live write, except for the environment', async () => {
    const live = await world.client.post('/tickets', world.alpha.live, { subject: 'a', message: 'b' });
    expect(shapeOf(await simulate('/tickets', { subject: 'a', message: 'b' }))).toEqual(shapeOf(live));
    expect(live.headers.get('x-environment')).toBe('production');

    const domain = { domain: 'same-shape.example.net' };
    const simulated = await simulate('/domains', domain);
    expect(shapeOf(simulated)).toEqual(shapeOf(await world.client.post('/domains', world.alpha.live, domain)));
    expect(simulated.body.data.status).toBe('pending');

    const backup = { database_id: own.databases };
    const queued = await simulate('/backups', backup);
    const real = await world.client.post('/backups', world.alpha.live, backup);
    expect(shapeOf(queued)).toEqual(shapeOf(real));
    await untilListed(world, '/backups', world.alpha.live, real.body.data.id, 'completed');
  });

  test('returns ids that no real resource has', async () => {
    const ids = new Set<number>();
    for (let count = 0; count < 20; count++) {
      const { body } = await simulate('/tickets', { subject: 'a', message: 'b' });
      expect(body.data.id).toBeGreaterThanOrEqual(FIRST_SIMULATED_ID);
      expect(Number.isSafeInteger(body.data.id)).toBe(true);
      ids.add(body.data.id);
    }
    expect(ids.size).toBe(20);
    const live = await world.client.post('/tickets', world.alpha.live, { subject: 'a', message: 'b' });
    expect(live.body.data.id).toBeLessThan(1_000_000);
  });

  test('creates nothing that can be shown, changed or referred to afterwards', async () => {
    const { body } = await simulate('/tickets', { subject: 'a', message: 'b' });
    for (const as of [world.alpha.test, world.alpha.live]) {
      expect((await world.client.get(`/tickets/show?id=${body.data.id}`, as)).status).toBe(404);
      expect((await world.client.post(`/tickets/close?id=${body.data.id}`, as)).status).toBe(404);
    }
    const database = await simulate('/databases', { name: 'passing' });
    expect((await simulate('/backups', { database_id: database.body.data.id })).status).toBe(404);
  });

  test('does not reserve a name: the live write that follows succeeds', async () => {
    const domain = { domain: 'first-in-the-sandbox.example.net' };
    expect((await simulate('/domains', domain)).status).toBe(201);
    expect((await simulate('/domains', domain)).status).toBe(201);
    expect((await world.client.post('/domains', world.alpha.live, domain)).status).toBe(201);
    expect((await simulate('/domains', domain)).body.error.code).toBe('DOMAIN_ALREADY_EXISTS');
  });

  test('is checked by the real rules: validation, ownership, state and conflicts', async () => {
    const { body } = await world.client.post('/tickets', world.alpha.live, { subject: 'a', message: 'b' });
    await world.client.post(`/tickets/close?id=${body.data.id}`, world.alpha.live);
    const foreign = await createOneOfEach(world, world.beta);
    for (const [path, data, expected] of [
      ['/tickets', {}, '422 VALIDATION_ERROR'],
      ['/tickets', '{"broken', '400 BAD_REQUEST'],
      ['/tickets/close', undefined, '400 MISSING_ID'],
      [`/tickets/reply?id=${body.data.id}`, { message: 'c' }, '409 TICKET_CLOSED'],
      [`/tickets/close?id=${foreign.tickets}`, undefined, '404 NOT_FOUND'],
      [`/hosting/restart?id=${foreign.hosting}`, undefined, '404 NOT_FOUND'],
      [`/hosting/start?id=${own.hosting}`, undefined, '409 CONFLICT'],
      ['/domains', { domain: 'beta.example.org' }, '409 DOMAIN_ALREADY_EXISTS'],
      ['/databases', { name: 'one_of_each' }, '409 DATABASE_ALREADY_EXISTS'],
    ] as const) {
      const answer = await simulate(path, data);
      expect([path, `${answer.status} ${answer.body.error?.code}`]).toEqual([path, expected]);
      expect(answer.headers.get('x-environment')).toBe('sandbox');
    }
  });

  test('does not affect concurrent live writes', async () => {
    const [created] = await Promise.all([
      Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          world.client.post('/tickets', world.alpha.live, { subject: `Beside ${number}`, message: 'kept' }),
        ),
      ),
      Promise.all(
        Array.from({ length: 20 }, () => simulate('/tickets', { subject: 'Beside, simulated', message: 'not kept' })),
      ),
    ]);
    for (const { status, body } of created) {
      expect(status).toBe(201);
      expect((await world.client.get(`/tickets/show?id=${body.data.id}`, world.alpha.live)).status).toBe(200);
    }
    expect(await world.client.total('/tickets?search=Beside', world.alpha.live)).toBe(20);
  });
});

describe('a read with a test key', () => {
  test('returns the real data', async () => {
    await untilIdle();
    for (const path of ['/tickets', '/hosting', '/domains', '/databases', '/backups', '/subscriptions']) {
      const live = await world.client.get(path, world.alpha.live);
      const sandbox = await world.client.get(path, world.alpha.test);
      expect(sandbox.text).toBe(live.text);
      expect(sandbox.headers.get('x-environment')).toBe('sandbox');
    }
  });
});

describe('the action of a simulated write', () => {
  test('has already succeeded and is readable only by test keys of the account', async () => {
    const { status, headers, body } = await simulate(`/hosting/restart?id=${own.hosting}`);
    expect(status).toBe(202);
    expect(body.data.status).toBe('restarting');
    expect(body.data.action_id).toBeGreaterThanOrEqual(FIRST_SIMULATED_ID);
    expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${body.data.action_id}`);
    const path = `/actions/show?id=${body.data.action_id}`;
    const shown = await world.client.get(path, world.alpha.test);
    expect(shown.body.data).toMatchObject({
      id: body.data.action_id,
      status: 'succeeded',
      progress: 100,
      error: null,
      resource: { type: 'hosting', id: own.hosting },
    });
    expect((await world.client.get(path, world.alpha.live)).status).toBe(404);
    expect((await world.client.get(path, world.beta.test)).status).toBe(404);
    const listed = await world.client.all('/actions', world.alpha.test);
    expect(listed.map(({ id }) => id)).toContain(body.data.action_id);
    const listedLive = await world.client.all('/actions', world.alpha.live);
    expect(listedLive.map(({ id }) => id)).not.toContain(body.data.action_id);
    expect(await world.client.total('/actions', world.alpha.live)).toBe(listedLive.length);
    expect(await world.client.total('/actions', world.alpha.test)).toBe(listed.length);
  });

  test('has failed, with a reason, if the scenario is fail', async () => {
    const headers = { 'x-sandbox-scenario': 'fail' };
    const { status, body } = await simulate(`/hosting/restart?id=${own.hosting}`, undefined, headers);
    expect(status).toBe(202);
    const { body: shown } = await world.client.get(`/actions/show?id=${body.data.action_id}`, world.alpha.test);
    expect(shown.data).toMatchObject({
      status: 'failed',
      error: { code: expect.any(String), message: expect.any(String) },
    });
  });
});

describe('X-Sandbox-Scenario', () => {
  const me = (scenario: string, as = world.alpha.test) =>
    world.client.get('/auth/me', as, { 'x-sandbox-scenario': scenario });

  test('rate_limited returns 429 with Retry-After', async () => {
    const { status, headers, body } = await me('rate_limited');
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body.error.message).toContain(`${headers.get('retry-after')} seconds`);
  });

  test('server_error returns 500', async () => {
    const { status, body } = await me('server_error');
    expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
  });

  test('fail makes a write that queues no action fail with a conflict', async () => {
    const { status, body } = await simulate(
      '/tickets',
      { subject: 'a', message: 'b' },
      { 'x-sandbox-scenario': 'fail' },
    );
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('slow returns the correct response, but late', { tags: ['slow'] }, async () => {
    const start = performance.now();
    const { status } = await me('slow');
    expect(status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(2_000);
  });

  test('returns 400 for an unknown scenario, and details name the header', async () => {
    for (const scenario of ['nonsense', 'FAIL', 'fail,slow']) {
      const { status, body } = await me(scenario);
      expect([scenario, status, body.error.code]).toEqual([scenario, 400, 'BAD_REQUEST']);
      expect(body.error.details?.[0]?.field).toBe('X-Sandbox-Scenario');
    }
  });

  test('is ignored with a live key', async () => {
    for (const scenario of ['fail', 'rate_limited', 'server_error', 'slow', 'nonsense']) {
      const { status, headers } = await me(scenario, world.alpha.live);
      expect([scenario, status]).toEqual([scenario, 200]);
      expect(headers.get('x-environment')).toBe('production');
    }
    const headers = { 'x-sandbox-scenario': 'fail' };
    const created = await world.client.post('/tickets', world.alpha.live, { subject: 'a', message: 'b' }, headers);
    expect(created.status).toBe(201);
  });

  test('forces its result on every operation that a test key can call', async () => {
    for (const operation of world.client.api.operations.filter(({ isPublic }) => !isPublic)) {
      const body = minimalBody(world.client.api, operation);
      for (const [scenario, expected] of [
        ['rate_limited', 429],
        ['server_error', 500],
      ] as const) {
        const { status } = await world.client.request(operation.method, operation.path, {
          as: world.alpha.test,
          body,
          headers: { 'x-sandbox-scenario': scenario },
        });
        expect([nameOperation(operation), scenario, status]).toEqual([nameOperation(operation), scenario, expected]);
      }
    }
  });
});

describe('a simulated write', () => {
  test('keeps its Idempotency-Key: the same request gets the same response', async () => {
    const headers = { 'idempotency-key': 'sandbox-once' };
    const body = { subject: 'Once', message: 'simulated' };
    const first = await simulate('/tickets', body, headers);
    const second = await simulate('/tickets', body, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const other = await simulate('/tickets', { ...body, subject: 'Twice' }, headers);
    expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('keeps its Idempotency-Key: concurrent identical requests get the same response', async () => {
    const headers = { 'idempotency-key': 'sandbox-at-once' };
    const body = { subject: 'At once', message: 'simulated' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => simulate('/tickets', body, headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((each) => each.headers.get('idempotent-replayed') === null)).toHaveLength(1);
  });

  test('counts against the rate limit', async () => {
    const remaining = async () =>
      Number((await simulate('/tickets', { subject: 'a', message: 'b' })).headers.get('x-ratelimit-remaining'));
    const first = await remaining();
    const second = await remaining();
    // A new minute has a new budget.
    if (second < first) expect(second).toBe(first - 1);
    else expect(second).toBeGreaterThan(999_999_000);
  });

  test('that is refused creates no event, with and without an Idempotency-Key', async () => {
    const body = { subject: 'Never told of', message: 'simulated' };
    const fail = { 'x-sandbox-scenario': 'fail' };
    for (const headers of [fail, { ...fail, 'idempotency-key': 'sandbox-refused' }]) {
      expect((await simulate('/tickets', body, headers)).status).toBe(409);
    }
    const rows = await queryStored(world.server.settings, `select data from events where environment = 'test'`);
    expect(rows.filter(({ data }) => String(data).includes(body.subject))).toEqual([]);
  });

  test('keeps its events and those of its action as test events', async () => {
    const { body } = await simulate('/tickets', { subject: 'Tell of me', message: 'in the sandbox' });
    const queued = await simulate(`/hosting/restart?id=${own.hosting}`);
    expect(queued.status).toBe(202);
    const rows = await queryStored(
      world.server.settings,
      `select type, environment, data from events where account_id = ${world.alpha.id} and environment = 'test'`,
    );
    const created = rows.filter(({ data }) => (JSON.parse(String(data)) as { id: number }).id === body.data.id);
    expect(created).toMatchObject([{ type: 'ticket.created' }]);
    expect(rows.map(({ type }) => type)).toContain('hosting.restarted');
    const live = await queryStored(
      world.server.settings,
      `select data from events where environment = 'live' and type = 'ticket.created'`,
    );
    expect(live.map(({ data }) => (JSON.parse(String(data)) as { id: number }).id)).not.toContain(body.data.id);
  });
});
