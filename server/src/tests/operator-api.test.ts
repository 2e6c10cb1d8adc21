import type { OperatorApi } from '@hostler/testing/api-types.ts';
import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi, signInStaff } from '@hostler/testing/server/staff.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';

type Body = Record<string, unknown>;

let server: TestServer;
let account: TestAccount;
const keys = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  for (const role of ['owner', 'support', 'billing', 'technician', 'support,billing']) {
    keys.set(role, (await server.operator.operatorKeys.create({ name: role, role, rate_limit: 100_000 })).key);
  }
  await server.operator.plans.create({ name: 'Base', price: 990 });
  return server.stop;
});

const by = (role: string) => ({ 'x-api-key': keys.get(role) ?? '' });
const get = <T = Body[]>(path: string, role = 'owner') => callOperatorApi<T>(server, 'GET', path, by(role));
const post = <T = Body>(path: string, body: object = {}, role = 'owner', headers: Record<string, string> = {}) =>
  callOperatorApi<T>(server, 'POST', path, { ...by(role), ...headers }, body);

describe('a list', () => {
  it('has the pages and filters of the public API', async () => {
    for (let count = 0; count < 5; count++) await server.createAccount();
    const first = await get<{ id: number }[]>('/accounts?per_page=2');
    expect(first.body.data).toHaveLength(2);
    expect(first.body.meta).toEqual({ current_page: 1, per_page: 2, total: 6, last_page: 3 });
    expect(first.body.links).toMatchObject({ next: '/operator/api/v1/accounts?page=2&per_page=2', prev: null });
    const all = await get<{ id: number }[]>('/accounts');
    const third = await get<{ id: number }[]>('/accounts?per_page=2&page=3');
    expect(third.body.data).toEqual(all.body.data.slice(4));
    expect((await get('/accounts?page=4&per_page=2')).body.data).toEqual([]);
    expect((await get('/accounts?search=c6%40')).body.meta.total).toBe(1);
    expect((await get('/accounts?status=suspended')).body.meta.total).toBe(0);
    expect((await get('/accounts?status=odd')).status).toBe(400);
    expect((await get('/accounts?per_page=0')).status).toBe(400);
    expect((await get(`/keys?account=${account.id}`)).body.meta.total).toBe(2);
    const after = await get(`/accounts?after=${all.body.data[1]?.id}&per_page=1`);
    expect(after.body.data).toEqual([all.body.data[2]]);
  });

  it('that merges several sources has pages, too', async () => {
    expect((await get('/failures', 'technician')).body.meta).toMatchObject({ total: 0, current_page: 1 });
    expect((await get('/engines', 'technician')).body.data[0]).toMatchObject({ part: 'hostler' });
  });

  it('returns what the command prints', async () => {
    expect((await get('/plans')).body.data).toEqual(await server.run('plan list'));
  });
});

describe('a record', () => {
  it('is identified by id, whatever the option is called', async () => {
    expect((await get('/plans/show?id=Base')).body.data).toMatchObject({ name: 'Base' });
    expect((await get('/plans/show')).body.error.code).toBe('MISSING_ID');
    expect((await get('/plans/show?id=none')).status).toBe(404);
    expect((await get(`/accounts/suspensions?id=${account.id}`)).body.data).toMatchObject({ suspensions: [] });
    expect((await get(`/accounts/limits?id=${account.id}`, 'support')).body.data).toHaveProperty('limits');
    const changed = await post<{ limits: Body }>(`/accounts/limits?id=${account.id}`, { set: ['servers=7'] });
    expect(changed.body.data.limits.servers).toMatchObject({ limit: 7 });
  });
});

describe('a write', () => {
  it('takes the options as fields and names them in errors', async () => {
    const made = await post<{ id: number }>('/charges', {
      ...{ account: account.id, description: 'Work', amount: '500', currency: 'eur', tax_included: true },
    });
    expect([made.status, made.body.message]).toEqual([201, 'Done.']);
    const key = { account: account.id, environment: 'live', scopes: ['tickets.read'], allow_from: ['home'] };
    expect((await post('/keys', key)).body.error.details).toEqual([
      { field: 'allow_from[0]', message: expect.any(String), reason: 'not_a_network' },
    ]);
    const wrong = await post('/keys', { account: 'x', environment: 'odd', scopes: 3, expires: 'soon' });
    expect(wrong.status).toBe(422);
    expect(wrong.body.error.details?.map(({ field }) => field).sort()).toEqual(['account', 'environment', 'scopes']);
    const late = await post('/keys', { ...key, scopes: ['\u202ereversed'], expires: 'soon' });
    expect(late.body.error.details?.map(({ field }) => field).sort()).toEqual(['expires', 'scopes']);
    const reversed = await post('/keys', { ...key, name: '\u202ereversed' });
    expect(reversed.body.error.details?.map(({ field }) => field)).toEqual(['name']);
  });

  it('is performed once per Idempotency-Key, even concurrently', async () => {
    const once = { 'idempotency-key': 'only-once' };
    const add = (amount = '700') =>
      post<{ id: number }>(
        '/charges',
        { account: account.id, description: 'Once', amount, currency: 'eur' },
        'billing',
        once,
      );
    const [one, two] = await Promise.all([add(), add()]);
    expect(two.body.data.id).toBe(one.body.data.id);
    const again = await add();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect((await add('800')).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const listed = await get<OperatorApi.StaffCharge[]>(`/charges?account=${account.id}`);
    expect(listed.body.data.filter(({ description }) => description === 'Once')).toHaveLength(1);
  });

  it('is audited with the name of the person or key, in the account', async () => {
    const staff = await signInStaff(server, 'billing');
    await staff.post(`/accounts/trust?id=${account.id}`);
    await post(`/accounts/trust?id=${account.id}`, { off: true }, 'billing');
    const { body } = await get<Body[]>(`/audit?account=${account.id}&per_page=2`);
    expect(body.data).toMatchObject([
      {
        actor_kind: 'operator',
        actor_label: 'billing (operator key 3)',
        action: 'account trust',
        address: '127.0.0.1',
      },
      {
        actor_kind: 'operator',
        actor_id: staff.id,
        actor_label: expect.stringMatching(/^Staff/),
        action: 'account trust',
      },
    ]);
  });

  it('imports a bank statement sent as base64', async () => {
    const file = Buffer.from('Date;Amount;Currency;Name;IBAN;Text\n2026-11-03;1.00;EUR;Ada;;Thanks\n').toString(
      'base64',
    );
    expect((await post('/payments/import', { file, format: 'csv' }, 'billing')).body.data).toMatchObject({ lines: 1 });
    expect((await get('/payments/lines', 'billing')).body.data).toMatchObject([{ name: 'Ada', amount: 100 }]);
  });
});

describe('links that give access', () => {
  it('are sent by mail and are not returned', async () => {
    const created = await post('/accounts', { name: 'New', email: 'new@example.com' });
    expect(created.body.data).toMatchObject({ invitation_url: null });
    const staff = await post('/staff', { email: 'hand@example.com', name: 'Helping Hand', role: 'support' });
    expect(staff.body.data).toMatchObject({ invitation_url: null, name: 'Helping Hand', staff_role: 'support' });
    await post('/people/invite', { account: account.id, email: 'guest@example.com', scopes: ['tickets.read'] });
    for (const to of ['new@example.com', 'hand@example.com', 'guest@example.com']) {
      expect(secretIn(await untilMail(server.dataDir, to))).not.toBe('');
    }
    const { id } = await signInStaff(server, 'support');
    const reset = await post(`/people/reset?id=${id}`);
    expect(reset.body.data).toMatchObject({ id, reset_url: null });
  });
});

describe('a role', () => {
  it('can suspend only for its own causes', async () => {
    const { id } = await server.createAccount();
    const suspend = async (role: string, cause: string) =>
      (await post(`/accounts/suspend?id=${id}`, { cause, reason: 'A test.' }, role)).status;
    expect(await suspend('billing', 'abuse')).toBe(403);
    expect(await suspend('technician', 'payment')).toBe(403);
    expect(await suspend('support', 'staff')).toBe(403);
    expect(await suspend('billing', 'payment')).toBe(200);
    expect(await suspend('technician', 'abuse')).toBe(200);
    expect((await post(`/accounts/resume?id=${id}`, {}, 'billing')).status).toBe(403);
    expect((await post(`/accounts/resume?id=${id}`, { cause: 'payment' }, 'billing')).status).toBe(200);
  });

  it('support can pause suspensions for up to 7 days', async () => {
    const hold = async (role: string, days: number) => {
      const until = new Date(server.clock.now() + days * DAY).toISOString();
      return (await post(`/accounts/hold?id=${account.id}`, { until }, role)).status;
    };
    expect(await hold('support', 8)).toBe(403);
    expect(await hold('support', 6)).toBe(200);
    expect(await hold('billing', 30)).toBe(200);
    expect(await hold('support,billing', 30)).toBe(200);
  });

  it('technician finds no invoices or payments', async () => {
    await server.operator.subscriptions.create({ account_id: account.id, plan: 'Base' });
    const [invoice] = await server.operator.invoices.list();
    const find = async (role: string) => (await get(`/search?q=${invoice?.number}`, role)).body.data.length;
    expect([await find('support'), await find('technician')]).toEqual([1, 0]);
  });

  it('cannot be given to a key by a person who lacks it', async () => {
    const owner = await signInStaff(server, 'owner');
    const made = await owner.post<OperatorApi.NewOperatorKey>('/operator-keys', {
      name: 'mine',
      role: 'billing',
    });
    expect(made.body.data).toMatchObject({ key: expect.stringMatching(/^svc_op_/), made_by: owner.id });
    expect((await callOperatorApi(server, 'GET', '/me', { 'x-api-key': made.body.data.key })).status).toBe(200);
  });
});

describe('support', () => {
  it('reads payments without refunds, and neither bank lines, payouts, forecasts nor reports', async () => {
    const { id: account } = await server.createAccount();
    const paid = await post<{ id: number }>('/payments', { account, amount: 500, currency: 'EUR' });
    await post(`/payments/refund?id=${paid.body.data.id}`, { amount: 100, reason: 'As agreed.' });
    const shown = await get<Body>(`/payments/show?id=${paid.body.data.id}`, 'support');
    expect(shown.status).toBe(200);
    expect(Object.keys(shown.body.data)).not.toContain('refunds');
    expect(JSON.stringify((await get('/payments', 'support')).body.data)).not.toContain('refund');
    expect((await get<Body>(`/payments/show?id=${paid.body.data.id}`, 'billing')).body.data.refunds).toHaveLength(1);
    const paths = ['lines', 'payouts', 'candidates?id=1'].map((path) => `/payments/${path}`);
    for (const path of [...paths, '/billing/forecast', '/billing/report?month=2026-11']) {
      expect([path, (await get(path, 'support')).status]).toEqual([path, 403]);
    }
  });
});
