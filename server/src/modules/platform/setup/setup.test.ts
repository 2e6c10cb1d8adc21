import type { OperatorApi, PanelApi } from '@hostler/testing/api-types.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, PASSWORD, type Panel } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import type { Setup } from './schemas.ts';

/** Addresses of engines that no test calls: they only have to be real ones. */
const ENGINES = {
  HOSTLER_VPS_ENGINE: 'incus',
  HOSTLER_INCUS_URL: 'unix:/nonexistent/unix.socket',
  HOSTLER_DNS_ENGINE: 'powerdns',
  HOSTLER_POWERDNS_URL: 'http://127.0.0.1:1',
  HOSTLER_POWERDNS_KEY: 'key',
  HOSTLER_POSTGRES_ADMIN_URL: 'postgres://admin@127.0.0.1:1/postgres',
  HOSTLER_MARIADB_ADMIN_URL: 'mysql://admin@127.0.0.1:1',
  HOSTLER_MAIL_ENGINE: 'dovecot-postfix',
  HOSTLER_MAIL_HOST: 'mail.example.com',
};
const COMPANY = {
  seller_name: 'Example Hosting GmbH',
  seller_street: 'Serverweg 1',
  seller_postal_code: '10115',
  seller_city: 'Berlin',
  seller_email: 'billing@example.com',
  seller_vat_id: 'DE123456789',
  seller_iban: 'DE89370400440532013000',
};
const LEGAL = {
  link_imprint: 'https://example.com/imprint',
  link_terms: 'https://example.com/terms',
  link_privacy: 'https://example.com/privacy',
  terms_version: '2026-11',
};

let server: TestServer;
afterEach(() => server.stop());

const OWNER = { name: 'Olga Owner', email: 'olga@example.com', password: PASSWORD };
const printLink = async () => {
  const { setup_url } = await server.run<{ setup_url: string }>('setup link');
  const { hash, pathname } = new URL(setup_url);
  return { path: pathname, token: hash.slice(1) };
};
const createOwner = (panel: Panel, token: string, given: Partial<typeof OWNER> = {}) =>
  panel.post('/setup/owner', { token, ...OWNER, ...given });

describe('the link of the first owner', () => {
  beforeEach(async () => {
    server = await startTestServer({ worker: false });
  });

  it('creates the owner, signs them in and works once', async () => {
    const { path, token } = await printLink();
    expect([path, token]).toEqual(['/setup', expect.stringMatching(/^[\w-]{43}$/)]);
    const panel = openPanel(server);
    expect((await panel.post('/setup/show', { token })).status).toBe(200);
    const made = await createOwner(panel, token);
    expect([made.status, made.body.data]).toMatchObject([201, { person: { email: OWNER.email } }]);
    // The session is valid, but the console requires a second factor.
    expect((await panel.get('/me', { prefix: '/operator/api/v1' })).body.error.message).toContain('second factor');
    const [owner] = await server.run<Record<string, unknown>[]>('operator list');
    expect(owner).toMatchObject({ email: OWNER.email, role: 'owner' });
    const again = await createOwner(openPanel(server), token, { email: 'other@example.com' });
    expect(again.status).toBe(404);
    await expect(server.run('setup link')).rejects.toThrow(/owner already/);
    const [entry] = await server.run<Record<string, unknown>[]>('audit list', '--action', 'setup.owner');
    expect(entry).toMatchObject({ actor_label: OWNER.name, record_type: 'person', changed: ['staff_role'] });
  });

  it('creates one owner if two browsers use it at once', async () => {
    const { token } = await printLink();
    const emails = ['one@example.com', 'two@example.com', 'three@example.com'];
    const answers = await Promise.all(emails.map((email) => createOwner(openPanel(server), token, { email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
    expect(await server.run('operator list')).toHaveLength(1);
  });

  it('stays the same until it is about to expire', async () => {
    const { token } = await printLink();
    expect((await printLink()).token).toBe(token);
    server.clock.advance(DAY - HOUR);
    const later = await printLink();
    expect(later.token).not.toBe(token);
    expect((await createOwner(openPanel(server), token)).status).toBe(404);
    server.clock.advance(DAY + HOUR);
    expect((await createOwner(openPanel(server), later.token)).status).toBe(404);
  });

  it('is void once there is an owner, but not with other staff', async () => {
    const { token } = await printLink();
    await signInStaff(server, 'support');
    expect((await openPanel(server).post('/setup/show', { token })).status).toBe(200);
    await signInStaff(server, 'owner');
    expect((await openPanel(server).post('/setup/show', { token })).status).toBe(404);
    expect((await createOwner(openPanel(server), token)).status).toBe(404);
  });

  it('refuses wrong tokens, weak passwords and known addresses, and stays valid', async () => {
    const { token } = await printLink();
    expect((await createOwner(openPanel(server), `${token.slice(0, -2)}xx`)).status).toBe(404);
    const weak = await createOwner(openPanel(server), token, { password: 'short', name: ' ' });
    expect(weak.status).toBe(422);
    expect(weak.body.error.details?.map(({ field }) => field)).toEqual(['name', 'password']);
    await server.operator.people.createStaff({ email: 'sam@example.com', role: 'support', password_hash: 'x' });
    const known = await createOwner(openPanel(server), token, { email: 'Sam@example.com' });
    expect([known.status, known.body.error.message]).toEqual([409, expect.stringContaining('operator create')]);
    expect((await createOwner(openPanel(server), token)).status).toBe(201);
  });
});

describe('the steps', () => {
  const read = async (owner: Awaited<ReturnType<typeof signInStaff>>) => (await owner.get<Setup>('/setup')).body.data;
  const stateOf = ({ steps }: Setup, id: string) => steps.find((step) => step.id === id)?.state;

  it('are done one by one, and can be skipped', async () => {
    server = await startTestServer({ env: { HOSTLER_SIGNUP: 'open' } });
    const owner = await signInStaff(server, 'owner');
    const first = await read(owner);
    expect(first.steps.map(({ id }) => id)).toEqual(
      ['company', 'tax', 'series', 'mail', 'engines', 'payments', 'legal', 'plan', 'copies', 'colleagues', 'sign_up'], // biome-ignore format: the table is easier to read in one line.
    );
    expect(first.steps.filter(({ state }) => state !== 'missing').map(({ id }) => id)).toEqual(['sign_up']);
    expect(first.sign_up).toMatchObject({ mode: 'open', is_open: false, is_checked: true });
    expect(first.proposed).toEqual([{ name: 'order_review', value: 'flagged' }]);
    await owner.post('/settings', { ...COMPANY, ...LEGAL });
    const invited = await owner.post('/staff', { email: 'new@example.com', role: ['support'] });
    expect(invited.status).toBe(201);
    await server.operator.plans.create({ name: 'S', price: 990 });
    const second = await read(owner);
    for (const id of ['company', 'tax', 'payments', 'legal', 'plan', 'colleagues']) {
      expect([id, stateOf(second, id)]).toEqual([id, 'done']);
    }
    expect(second.sign_up.gaps).toEqual(['Document numbers', 'Engines']);

    const skipped = await owner.post('/setup/skip?id=engines');
    expect([skipped.status, skipped.body.data]).toMatchObject([200, { state: 'skipped', required: true }]);
    expect((await owner.post('/setup/skip?id=engines')).status).toBe(409);
    expect((await owner.post('/setup/skip?id=nothing')).status).toBe(400);
    // Keeping the numbers is a decision; a skipped engine is still simulated.
    expect((await owner.post('/setup/skip?id=series')).body.data).toMatchObject({ state: 'done' });
    expect((await read(owner)).sign_up.gaps).toEqual(['Engines']);
    const today = await owner.get<OperatorApi.Today>('/today');
    expect(today.body.data.numbers.find(({ key }) => key === 'setup_steps')?.count).toBe(2);
  });

  it('are for owners only', async () => {
    server = await startTestServer({ worker: false });
    const support = await signInStaff(server, 'support');
    expect((await support.get('/setup')).status).toBe(403);
    expect((await support.post('/setup/skip?id=plan')).status).toBe(403);
    expect((await support.post('/mails/test', { to: 'a@example.com' })).status).toBe(403);
  });

  it('send a test mail whose result is in the mail log', async () => {
    server = await startTestServer();
    const owner = await signInStaff(server, 'owner');
    const sent = await owner.post<OperatorApi.SentMail>('/mails/test', { to: 'olga@example.com' });
    expect([sent.status, sent.body.data]).toMatchObject([200, { kind: 'test', recipient: 'olga@example.com' }]);
    await untilMail(server.settings.HOSTLER_DATA_DIR, 'olga@example.com');
    expect((await owner.post('/mails/test', { to: 'nobody' })).status).toBe(422);
    for (let more = 0; more < 4; more++) await owner.post('/mails/test', { to: 'olga@example.com' });
    expect((await owner.post('/mails/test', { to: 'olga@example.com' })).status).toBe(429);
  });

  it('let the numbers continue those of another program, before the first document', async () => {
    server = await startTestServer({ worker: false });
    const owner = await signInStaff(server, 'owner');
    const year = new Date(server.clock.now()).getUTCFullYear();
    const chosen = await owner.post('/invoices/number', { type: 'invoice', next: 500 });
    expect([chosen.status, chosen.body.data]).toMatchObject([200, { series: `INV-${year}`, in_database: 499 }]);
    expect((await owner.post('/invoices/number', { type: 'invoice', next: 400 })).status).toBe(409);
    expect((await owner.post('/invoices/number', { type: 'invoice', next: 0 })).status).toBe(422);
    expect(stateOf(await read(owner), 'series')).toBe('done');
    const { id } = await server.createAccount();
    await server.operator.charges.add({ account_id: id, description: 'Work', amount: 1000, currency: 'EUR' });
    const [invoice] = await server.operator.invoices.issue({ account_id: id });
    expect(invoice?.number).toBe(`INV-${year}-000500`);
    const late = await owner.post('/invoices/number', { type: 'invoice', next: 600 });
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringContaining('has documents')]);
  });
});

describe('public sign-up', () => {
  const person = {
    ...{ email: 'jo@example.com', name: 'Jo', kind: 'consumer', password: PASSWORD, terms_version: '2026-11' },
    address: { street: 'A 1', postal_code: '10115', city: 'Berlin', country: 'DE' },
  };
  const modeOf = async () =>
    (await openPanel(server).get<PanelApi.SignUpSettings>('/sign-up/settings')).body.data.signup;
  const signUp = async () => openPanel(server).post('/sign-up', person);

  it('stays closed until the last legal, money or engine step is done', async () => {
    server = await startTestServer({ worker: false, env: { HOSTLER_SIGNUP: 'open', ...ENGINES } });
    const owner = await signInStaff(server, 'owner');
    expect(await modeOf()).toBe('closed');
    const refused = await signUp();
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('not open yet')]);
    await owner.post('/settings', { ...COMPANY, ...LEGAL });
    expect(await modeOf()).toBe('closed');
    await owner.post('/setup/skip?id=series');
    expect(await modeOf()).toBe('open');
    expect((await signUp()).status).toBe(200);
    await owner.post('/settings', { link_privacy: '' });
    expect(await modeOf()).toBe('closed');
    const { body } = await owner.post('/sign-up', person);
    expect(body.success).toBe(false);
    const parts = (await owner.get<OperatorApi.EnginePart[]>('/engines?per_page=100')).body;
    expect(parts.data.find(({ part }) => part === 'sign-up')).toMatchObject({
      state: 'attention',
      advice: expect.stringContaining('Privacy'),
    });
  });

  it('stays closed with a simulated engine or payment driver', async () => {
    const { HOSTLER_DNS_ENGINE: _, ...others } = ENGINES;
    const env = { HOSTLER_SIGNUP: 'review', HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated', ...others };
    server = await startTestServer({ worker: false, env });
    const owner = await signInStaff(server, 'owner');
    await owner.post('/settings', { ...COMPANY, ...LEGAL });
    await owner.post('/setup/skip?id=series');
    const { sign_up, steps } = (await owner.get<Setup>('/setup')).body.data;
    expect(sign_up.gaps).toEqual(['Engines', 'Payment methods']);
    expect(steps.find(({ id }) => id === 'engines')?.reason).toBe('Simulated: DNS.');
    expect((await signUp()).status).toBe(403);
  });

  it('is open with HOSTLER_SIGNUP_CHECK=off', async () => {
    server = await startTestServer({ worker: false, env: { HOSTLER_SIGNUP: 'open', HOSTLER_SIGNUP_CHECK: 'off' } });
    const owner = await signInStaff(server, 'owner');
    expect((await owner.get<Setup>('/setup')).body.data.sign_up).toMatchObject({ is_open: true, is_checked: false });
    expect((await signUp()).status).toBe(200);
  });
});
