import { sql } from '@hostler/database';
import type { Invoice, OrderedSubscription, PanelApi } from '@hostler/testing/api-types.ts';
import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, PASSWORD, PASSWORD_HASH, type Panel } from '@hostler/testing/server/panel.ts';
import { createPerson } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import { findProfile } from '../../../commerce/profiles/index.ts';
import { easeBound } from '../index.ts';

const address = { street: 'Hauptstraße 1', postal_code: '10115', city: 'Berlin', country: 'DE' };
const FORM = { name: 'Jo Doe', kind: 'consumer', address, password: PASSWORD, terms_version: '2026-11' };
const MAILS = sql<{ recipient: string }, { kind: string }>('select kind from mails where recipient = :recipient');
const ACCEPTED = sql<{ account_id: number }, { version: string; accepted_at: number }>(
  'select version, accepted_at from terms_acceptances where account_id = :account_id',
);
const LINKS = sql<object, { hash: string | null }>('select hash from sign_ups');

let server: TestServer;

beforeAll(async () => {
  const env = {
    HOSTLER_SIGNUP: 'open',
    HOSTLER_SIGNUP_CHECK: 'off',
    HOSTLER_TERMS_VERSION: '2026-11',
    HOSTLER_LINK_TERMS: 'https://example.com/t',
  };
  server = await startTestServer({ env });
  // Pauses of a second must not end because the machine is busy.
  server.clock.standStill();
  return server.stop;
});

/** Uses a new network address each time, so that no test waits for another. */
const signUp = (panel: Panel, email: string, more: object = {}) => panel.post('/sign-up', { ...FORM, email, ...more });
const confirm = (panel: Panel, token: string, password?: string) =>
  panel.post<PanelApi.SignedUp>('/sign-up/confirm', { token, ...(password ? { password } : {}) });
const linkTo = async (email: string, { dataDir }: TestServer = server) =>
  secretIn(await untilMail(dataDir, email, ({ text = '' }) => text.includes('/sign-up/confirm#')));
const mailsTo = async (recipient: string) =>
  (await server.hostler.db.read(MAILS.all({ recipient }))).map(({ kind }) => kind);
/** Clears the limits, so that one test does not make the next one wait. */
const rest = () => server.clock.advance(HOUR);

describe('a person who signs up', () => {
  it('confirms the address and gets an account, a profile, accepted terms and a session', async () => {
    const panel = openPanel(server);
    const asked = server.clock.now();
    expect(await signUp(panel, 'New@Example.com', { plan: 'VPS S' })).toMatchObject({
      status: 200,
      body: { data: {} },
    });
    const token = await linkTo('new@example.com');
    expect(await server.hostler.db.read(LINKS.all({}))).not.toContainEqual({ hash: token });
    const confirmed = server.clock.now();
    const { status, body } = await confirm(panel, token);
    expect(status).toBe(201);
    const account = { name: 'Jo Doe', waiting: false, unpaid: true };
    expect(body.data).toMatchObject({ waiting: false, plan: 'VPS S', accounts: [account] });
    const { id = 0 } = body.data.accounts[0] ?? {};
    expect((await panel.get('/sessions/current')).status).toBe(200);
    expect(await server.hostler.db.read(findProfile(id))).toMatchObject({
      kind: 'consumer',
      city: 'Berlin',
      country: 'DE',
    });
    const [accepted] = await server.hostler.db.read(ACCEPTED.all({ account_id: id }));
    expect(accepted?.version).toBe('2026-11');
    expect(accepted?.accepted_at).toBeGreaterThanOrEqual(asked);
    expect(accepted?.accepted_at).toBeLessThanOrEqual(confirmed);
    expect((await confirm(panel, token)).status).toBe(404);
    expect((await openPanel(server).signIn('new@example.com')).status).toBe(201);
    rest();
  });

  it('keeps the state of the address', async () => {
    const panel = openPanel(server);
    const boston = { street: 'State Street 1', postal_code: '02109', city: 'Boston', state: 'MA', country: 'US' };
    expect((await signUp(panel, 'boston@example.com', { address: boston })).status).toBe(200);
    const { body } = await confirm(panel, await linkTo('boston@example.com'));
    const { id = 0 } = body.data.accounts[0] ?? {};
    expect(await server.hostler.db.read(findProfile(id))).toMatchObject(boston);
    rest();
  });

  it('needs no postal address until the first order', async () => {
    await rest();
    const panel = openPanel(server);
    expect((await signUp(panel, 'later@example.com', { address: undefined })).status).toBe(200);
    const { body } = await confirm(panel, await linkTo('later@example.com'));
    const { id = 0 } = body.data.accounts[0] ?? {};
    expect(await server.hostler.db.read(findProfile(id))).toMatchObject({
      name: 'Jo Doe',
      street: null,
      country: null,
    });
  });

  it('can be a business with a company and a VAT id with status `pending`', async () => {
    const panel = openPanel(server);
    const business = { kind: 'business', company: 'Example Ltd', vat_id: 'de 123 456 789' };
    await signUp(panel, 'office@example.com', business);
    const { body } = await confirm(panel, await linkTo('office@example.com'));
    const { id = 0, name } = body.data.accounts[0] ?? {};
    expect(name).toBe('Example Ltd');
    const profile = { kind: 'business', company: 'Example Ltd', vat_id: 'DE123456789', vat_status: 'pending' };
    expect(await server.hostler.db.read(findProfile(id))).toMatchObject({ ...profile, name: 'Jo Doe' });
    rest();
  });

  it('does not learn whether the address exists: only its owner gets a mail', async () => {
    const { email } = await createPerson(server, 'known');
    const known = await signUp(openPanel(server), email);
    const unknown = await signUp(openPanel(server), 'unknown@example.com');
    expect({ status: known.status, body: known.body }).toEqual({ status: unknown.status, body: unknown.body });
    const { subject, text } = await untilMail(server.dataDir, email);
    expect(subject).toBe('You already have an account');
    expect(text).not.toContain('#');
    expect(await mailsTo(email)).toEqual(['sign-up']);
    rest();
  });

  it('must enter the chosen password to confirm in another browser', async () => {
    await signUp(openPanel(server), 'other@example.com');
    const token = await linkTo('other@example.com');
    const stranger = openPanel(server);
    const needed = await confirm(stranger, token);
    expect(needed.status).toBe(422);
    expect(needed.body.error.details).toMatchObject([
      { field: 'password', message: expect.stringContaining('needed'), reason: 'password_of_sign_up_needed' },
    ]);
    const wrong = await confirm(stranger, token, 'not what was chosen');
    expect(wrong.body.error.details).toEqual([{ field: 'password', message: 'is wrong.', reason: 'wrong_password' }]);
    expect((await confirm(stranger, token, PASSWORD)).status).toBe(201);
    rest();
  });

  it('gets one account, even if the link is opened concurrently', async () => {
    const panel = openPanel(server);
    await signUp(panel, 'twice@example.com');
    const token = await linkTo('twice@example.com');
    const answers = await Promise.all([1, 2, 3].map(() => confirm(panel, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
    rest();
  });

  it('cannot use a link after a day, or after the address was confirmed with another link', async () => {
    const panel = openPanel(server);
    await signUp(panel, 'late@example.com');
    const late = await linkTo('late@example.com');
    server.clock.advance(DAY);
    expect((await confirm(panel, late)).status).toBe(404);
    await signUp(panel, 'again@example.com');
    const first = await linkTo('again@example.com');
    await signUp(panel, 'again@example.com');
    const second = secretIn(
      await untilMail(
        server.dataDir,
        'again@example.com',
        ({ text = '' }) => text.includes('#') && !text.includes(first),
      ),
    );
    expect((await confirm(panel, second)).status).toBe(201);
    expect((await confirm(panel, first)).status).toBe(404);
    rest();
  });

  it.each([
    ['terms_version', { terms_version: '2025-01' }],
    ['terms_version', { terms_version: undefined }],
    ['company', { kind: 'business' }],
    ['vat_id', { vat_id: 'DE123456789' }],
    ['address.country', { address: { ...address, country: 'ZZ' } }],
    ['address.state', { address: { ...address, country: 'US' } }],
    ['address.state', { address: { ...address, state: 'BE' } }],
    ['password', { password: 'short' }],
    ['email', { email: 'nobody' }],
  ])('gets an error for %s, and no mail is sent', async (field, wrong) => {
    const { status, body } = await signUp(openPanel(server), 'wrong@example.com', wrong);
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject([{ field }]);
    expect(await mailsTo('wrong@example.com')).toEqual([]);
  });

  it('is throttled after ten sign-ups from one address', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 14; asked++) {
      statuses.push((await signUp(openPanel(server), `many${asked}@example.com`)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
    expect(statuses).toContain(429);
    rest();
  });

  it('can read the sign-up settings', async () => {
    const { body } = await openPanel(server).get<PanelApi.SignUpSettings>('/sign-up/settings');
    const links = { imprint: null, terms: 'https://example.com/t', privacy: null, abuse: null };
    expect(body.data).toMatchObject({ signup: 'open', terms_version: '2026-11', currencies: [], links });
    expect(body.data.countries).toContain('DE');
  });
});

describe('before the first invoice of an account is paid', () => {
  const body = { name: 'shop', engine: 'postgresql' };

  /** Returns a person who has signed up, their account, and the scopes of its people and keys. */
  async function signedUp(email: string) {
    const panel = openPanel(server);
    await signUp(panel, email);
    const { body: answer } = await confirm(panel, await linkTo(email));
    const [account] = answer.data.accounts;
    const id = account?.id ?? 0;
    const { key } = await server.createKey(id, 'live');
    rest();
    const byPerson = async (method: string, path: string, more: object = {}) =>
      server.request(method, path, { headers: { authorization: `Bearer ${await panel.token(id)}` }, ...more });
    const byKey = (method: string, path: string, more: object = {}) => server.request(method, path, { key, ...more });
    return { panel, id, account, byPerson, byKey };
  }

  it('an account can only read, open tickets, order and pay, with people and keys alike', async () => {
    const { panel, id, account, byPerson, byKey } = await signedUp('unpaid@example.com');
    const writes = account?.scopes.filter((scope) => scope.endsWith('.write'));
    expect(writes).toEqual(['tickets.write', 'billing.write']);
    expect(account?.scopes).toContain('databases.read');
    expect(account?.rights).toEqual(['keys', 'audit', 'requests']);
    for (const ask of [byPerson, byKey]) {
      expect((await ask('GET', '/databases')).status).toBe(200);
      const refused = await ask('POST', '/databases', { body });
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({
        error: { message: expect.stringMatching(/^Available after your first payment\. /) },
      });
      expect((await ask('POST', '/tickets', { body: { subject: 'Hello', message: 'Where am I?' } })).status).toBe(201);
    }
    const invited = await panel.post('/people/invite', { account_id: id, email: 'friend@example.com', role: 'owner' });
    expect(invited).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('Available after your first payment.') } },
    });
    await panel.post('/sessions/confirm', { password: PASSWORD });
    const live = { account_id: id, name: 'x', environment: 'live', scopes: ['tickets.read'] };
    expect(await panel.post('/keys', live)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('Available after your first payment.') } },
    });
  });

  it('an account creates sandbox keys and uses the sandbox, except webhooks, which send real requests', async () => {
    const { panel, id, account, byKey } = await signedUp('sandbox@example.com');
    expect(account?.sandbox_scopes).toContain('databases.write');
    expect(account?.sandbox_scopes).not.toContain('webhooks.write');
    await panel.post('/sessions/confirm', { password: PASSWORD });
    const create = (scopes: string[]) =>
      panel.post('/keys', { account_id: id, name: 'try', environment: 'test', scopes });
    expect((await create(['webhooks.write'])).body).toMatchObject({ error: { code: 'INVALID_SCOPES' } });
    const made = await create(['databases.read', 'databases.write']);
    expect(made.status).toBe(201);
    const { key, id: keyId } = made.body.data as unknown as { key: string; id: number };
    expect((await server.request('POST', '/databases', { key, body })).status).toBe(201);
    expect((await byKey('GET', '/databases')).body.meta).toMatchObject({ total: 0 });
    // The key lacks this scope whether the account has paid or not: that is the reason.
    expect(
      (await server.request('POST', '/tickets', { key, body: { subject: 'a', message: 'b' } })).body,
    ).toMatchObject({
      error: { message: 'The credentials lack the required scope tickets.write.' },
    });
    const byPerson = await server.request('POST', '/databases', {
      headers: { authorization: `Bearer ${await panel.token(id, 'test')}` },
      body,
    });
    expect(byPerson.status).toBe(201);
    expect((await panel.post(`/keys/revoke?id=${keyId}`, { account_id: id })).status).toBe(200);
  });

  it('an account with a server running before payment can use that server; the rest requires payment', async () => {
    const { id, byKey } = await signedUp('trial@example.com');
    const { db } = server.hostler;
    await db.write(() => easeBound(id));
    await expect.poll(async () => (await byKey('POST', '/hosting/stop', { body: { id: 9_999_999 } })).status).toBe(404);
    expect((await byKey('POST', '/databases', { body })).status).toBe(403);
    await server.run('plan create', '--name', 'Tiny', '--price', 500);
    const { body: ordered } = await byKey('POST', '/subscriptions', {
      body: { plan: 'Tiny', hostname: 'one.example' },
    });
    expect(ordered).toMatchObject({ data: { status: 'pending' } });
    const invoice = (ordered.data as unknown as OrderedSubscription).invoice as Invoice;
    const pay = (amount: number) => server.run('payment record', '--invoice', invoice.id, '--amount', amount);
    await pay(1);
    expect((await byKey('POST', '/databases', { body })).status).toBe(403);
    await pay(invoice.total - 1);
    await expect.poll(async () => (await byKey('POST', '/databases', { body })).status).toBe(201);
  });

  it('staff can lift the restrictions with account trust', async () => {
    const { id, byPerson } = await signedUp('trusted@example.com');
    await server.run('account trust', '--id', id);
    await expect.poll(async () => (await byPerson('POST', '/databases', { body })).status).toBe(201);
  });
});

describe('with HOSTLER_SIGNUP=review', () => {
  it('an account waits for approval: its owner can read but not order until account approve', async () => {
    const careful = await startTestServer({ env: { HOSTLER_SIGNUP: 'review', HOSTLER_SIGNUP_CHECK: 'off' } });
    try {
      await careful.operator.people.createStaff({
        email: 'boss@example.com',
        role: 'owner',
        password_hash: PASSWORD_HASH,
      });
      const panel = openPanel(careful);
      await signUp(panel, 'patient@example.com', { terms_version: undefined });
      const { body } = await confirm(panel, await linkTo('patient@example.com', careful));
      const [account] = body.data.accounts;
      const id = account?.id ?? 0;
      expect(body.data.waiting).toBe(true);
      expect(account).toMatchObject({ waiting: true, rights: ['audit', 'requests'] });
      expect(account?.scopes).toContain('billing.read');
      expect(account?.scopes).not.toContain('billing.write');
      const order = async () => {
        const headers = { authorization: `Bearer ${await panel.token(id)}` };
        return careful.request('POST', '/databases', { headers, body: { name: 'shop', engine: 'postgresql' } });
      };
      expect((await order()).status).toBe(403);
      expect((await panel.post('/keys', { account_id: id, name: 'x', environment: 'live', scopes: [] })).status).toBe(
        403,
      );
      await untilMail(careful.dataDir, 'boss@example.com', ({ text = '' }) =>
        text.includes(`account approve --id ${id}`),
      );

      expect(await careful.run('account approve', '--id', id)).toMatchObject({ id, waiting: false });
      await expect.poll(async () => (await order()).status).not.toBe(403);
      await untilMail(careful.dataDir, 'patient@example.com', ({ subject }) => subject === 'Your account is ready');
      await expect(careful.run('account approve', '--id', id)).rejects.toMatchObject({ code: 'CONFLICT' });
    } finally {
      await careful.stop();
    }
  });
});

it('sign-up is closed by default', async () => {
  const closed = await startTestServer({ worker: false });
  try {
    expect((await signUp(openPanel(closed), 'a@example.com')).status).toBe(403);
    expect((await openPanel(closed).post('/sign-up/confirm', { token: 'x' })).status).toBe(403);
  } finally {
    await closed.stop();
  }
});
