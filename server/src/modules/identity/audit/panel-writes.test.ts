import { sql } from '@hostler/database';
import type { DeviceRequest, PanelApi } from '@hostler/testing/api-types.ts';
import { createAuthenticator, type RequestOptions } from '@hostler/testing/server/authenticator.ts';
import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, PASSWORD, type Panel } from '@hostler/testing/server/panel.ts';
import { addPasskey, codeAt, createPerson, originOf, turnOnTotp } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';
import { findCollections, operationIdOf } from '#kernel/http/openapi/operation-id.ts';

const ACTIONS = sql<object, { action: string }>('select distinct action from audit_entries');

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    env: { HOSTLER_SIGNUP: 'open', HOSTLER_SIGNUP_CHECK: 'off', HOSTLER_PAYMENT_DRIVERS: 'simulated' },
  });
  return server.stop;
});

/** Returns the link to that page from a new mail to this address. */
async function openLink(to: string, page: string): Promise<{ token: string }> {
  const dataDir = server.dataDir;
  return { token: secretIn(await untilMail(dataDir, to, ({ text = '' }) => text.includes(`${page}#`))) };
}

/** Fails if the request was refused: only changes that happened are in the audit. */
async function done<T>(answer: Promise<{ status: number; body: { data: T } }>): Promise<T> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body.data;
}

it('every write of the panel API is recorded in the audit log under its name', async () => {
  const person = await createPerson(server, 'writes');
  const panel = await person.signIn();
  await ofPeople(panel, person.accountId);
  await ofKeys(panel, person.accountId);
  await ofMonitoring(panel, person.accountId);
  await ofPayments(panel, person.accountId);
  await done(panel.post('/notifications', { account_id: person.accountId, ticket_answered: false }));
  await ofPrices(panel, person);
  await ofSecurity(panel, person.email);
  await ofSignUp();
  await ofCancellations();
  await ofSetup();

  const routes = server.hostler.surfaces.find(({ name }) => name === 'panel')?.routes ?? [];
  const collections = findCollections(routes);
  const nameOf = (route: (typeof routes)[number]) => operationIdOf(route, collections);
  const writes = routes.filter(({ method }) => method === 'POST');
  const changing = writes.filter((route) => route.kind !== 'custom' || !route.changesNothing);
  const audited = (await server.hostler.db.read(ACTIONS.all({}))).map(({ action }) => action);
  expect(changing.length).toBeGreaterThan(20);
  expect(changing.map(nameOf).filter((action) => !audited.includes(action))).toEqual([]);
  const unchanging = writes.filter((route) => !changing.includes(route)).map(nameOf);
  expect(audited.filter((action) => unchanging.includes(action))).toEqual([]);
});

async function ofPeople(panel: Panel, account_id: number): Promise<void> {
  await done(panel.post('/people/invite', { account_id, email: 'guest@example.com', role: 'member', scopes: [] }));
  const guest = (await createPerson(server, 'unrelated')).open();
  const { token } = await openLink('guest@example.com', '/invitation');
  await done(guest.post('/invitations/show', { token }));
  const { person } = await done(
    guest.post<PanelApi.SignedIn>('/invitations/accept', { token, name: 'Guest', password: PASSWORD }),
  );
  const rights = { account_id, id: person.id, scopes: [], rights: [] };
  await done(panel.post('/people/update', { ...rights, role: 'owner' }));
  await done(guest.post('/people/accept-ownership', { account_id }));
  await done(panel.post('/people/remove', { account_id, id: person.id }));
}

/** Creates two price changes. The person agrees to one in the panel and to the other by the link in the mail. */
async function ofPrices(panel: Panel, { accountId, email }: { accountId: number; email: string }): Promise<void> {
  for (const plan of ['Clicked', 'Linked']) {
    await server.operator.plans.create({ name: plan, price: 900 });
    await server.operator.subscriptions.create({ account_id: accountId, plan });
    const invoice = (await server.operator.invoices.list({ account_id: accountId })).find((one) => one.amount_due > 0);
    await server.operator.payments.create({ invoice_id: invoice?.id ?? 0, method: 'transfer' });
    const from = server.clock.now();
    await server.operator.repricing.announce({ plan, price: 1200, from, billing_period: 'monthly', currency: 'EUR' });
    if (plan === 'Linked') continue;
    const [change] = await done(panel.get<PanelApi.PriceChange[]>(`/billing/price-changes?account_id=${accountId}`));
    await done(panel.post('/billing/price-changes/agree', { account_id: accountId, id: change?.id }));
  }
  const isAsked = ({ text = '' }) => text.includes('/agree-price#') && text.includes('Linked');
  const mail = await untilMail(server.dataDir, email, isAsked);
  await done(panel.post('/price-changes/agree', { token: secretIn(mail) }));
}

async function ofPayments(panel: Panel, account_id: number): Promise<void> {
  const asked = { account_id, driver: 'simulated', return_path: '/billing' };
  await done(panel.post('/billing/methods', asked));
  const mandate = { reference: 'sim_ok-1', key: null, status: 'active', label: 'A card', expiresAt: null } as const;
  const { db, customer } = server.hostler;
  await db.write(() => customer.payments.keepMethod(account_id, 'simulated', mandate, server.clock.now()));
  const methods = await done(panel.get<PanelApi.PaymentMethod[]>(`/billing/methods?account_id=${account_id}`));
  const id = methods.find(({ status }) => status === 'active')?.id;
  await done(panel.post('/billing/methods/default', { account_id, id }));
  await done(panel.post('/billing/methods/remove', { account_id, id }));
  await server.operator.plans.create({ name: 'Writes', price: 900 });
  const { invoice } = await server.operator.subscriptions.create({ account_id, plan: 'Writes' });
  await done(panel.post('/billing/pay', { ...asked, invoice_id: invoice?.id }));
}

async function ofSignUp(): Promise<void> {
  const stranger = (await createPerson(server, 'neighbour')).open();
  const address = { street: 'Main Street 1', postal_code: '10115', city: 'Berlin', country: 'DE' };
  const form = { email: 'stranger@example.com', name: 'Stranger', kind: 'consumer', address, password: PASSWORD };
  await done(stranger.post('/sign-up', form));
  await done(stranger.post('/sign-up/confirm', await openLink('stranger@example.com', '/sign-up/confirm')));
}

async function ofSetup(): Promise<void> {
  const { setup_url } = await server.run<{ setup_url: string }>('setup link');
  const owner = { token: setup_url.split('#')[1], name: 'Olga', email: 'olga@example.com', password: PASSWORD };
  await done(openPanel(server).post('/setup/owner', owner));
}

async function ofCancellations(): Promise<void> {
  const { accountId: account_id, email, open } = await createPerson(server, 'leaver');
  await server.operator.plans.create({ name: 'Left', price: 1 });
  const { id } = await server.operator.subscriptions.create({ account_id, plan: 'Left' });
  await done(open().post('/farewells/cancel', { name: 'leaver', email, contract: String(id) }));
  await done(open().post('/farewells/object', await openLink(email, '/farewells/object')));
}

async function ofKeys(panel: Panel, account_id: number): Promise<void> {
  await done(panel.post('/token', { account_id, environment: 'live' }));
  const key = { account_id, name: 'One', environment: 'live', scopes: ['tickets.read'] };
  const { id } = await done(panel.post<PanelApi.NewKey>('/keys', key));
  const twin = await done(panel.post<PanelApi.NewKey>('/keys/roll', { account_id, id }));
  await done(panel.post('/keys/revoke', { account_id, id: twin.id }));
  const start = async (challenge: string) => {
    const program = { challenge, program: 'hostctl', machine: 'laptop' };
    return (await done(server.post<DeviceRequest>('/auth/device', undefined, program))).user_code;
  };
  await done(panel.post('/keys/device/approve', { ...key, code: await start('a'.repeat(43)) }));
  await done(panel.post('/keys/device/deny', { code: await start('b'.repeat(43)) }));
}

async function ofMonitoring(panel: Panel, account_id: number): Promise<void> {
  const { id: hosting_id } = await server.operator.hosting.create({ account_id, hostname: 'a.example.com' });
  const rule = { account_id, hosting_id, metric: 'network', threshold: 500, minutes: 5 };
  const { id } = await done(panel.post<PanelApi.MonitoringRule>('/monitoring/rules', rule));
  await done(panel.post('/monitoring/rules/update', { account_id, id, minutes: 10 }));
  await done(panel.post('/monitoring/rules/remove', { account_id, id }));
  const target = { account_id, name: 'Shop', type: 'tcp', target: 'shop.example.com:443' };
  const check = await done(panel.post<PanelApi.MonitoringCheck>('/monitoring/checks', target));
  await done(panel.post('/monitoring/checks/update', { account_id, id: check.id, name: 'The shop' }));
  await done(panel.post('/monitoring/checks/remove', { account_id, id: check.id }));
  await done(panel.post('/billing/profile', { account_id, city: 'Berlin', country: 'DE' }));
  const quiet = { quiet_from: '22:00', quiet_to: '07:00', time_zone: 'Europe/Berlin' };
  await done(panel.post('/monitoring/preferences', { account_id, mail: true, ...quiet }));
}

async function ofSecurity(panel: Panel, email: string): Promise<void> {
  const authenticator = createAuthenticator(originOf(server));
  await done(panel.post('/security/profile', { name: 'Somebody else' }));
  const { id } = await done(addPasskey(panel, authenticator));
  const ask = async (browser: Panel, path: string) =>
    authenticator.get((await done(browser.post<{ options: RequestOptions }>(path))).options);
  await done(panel.post('/sessions/confirm', { passkey: await ask(panel, '/sessions/confirm/options') }));
  const { secret, codes } = await turnOnTotp(server, panel);
  const second = await openAnother();
  await done(second.signIn(email));
  await done(second.post('/sessions/second-factor/options'));
  await done(second.post('/sessions/second-factor', { recovery_code: codes[0] }));
  await done(second.post('/sessions/remove', {}));
  const third = await openAnother();
  await done(third.post('/sessions/passkey', { response: await ask(third, '/sessions/passkey/options') }));
  await done(panel.post('/security/recovery-codes'));
  await done(panel.post('/security/passkeys/remove', { id }));
  await done(panel.post('/security/totp/disable', { code: codeAt(server, secret, 1) }));
  await done(panel.post('/security/password', { current_password: PASSWORD, password: `${PASSWORD} 2` }));
  await done(panel.post('/security/email', { email: 'moved@example.com' }));
  await done(panel.post('/security/email/confirm', await openLink('moved@example.com', '/confirm-email')));
  await done(panel.post('/security/email/undo', await openLink(email, '/undo-email')));
  const nobody = await openAnother();
  await done(nobody.post('/security/password/forgot', { email }));
  const { token } = await openLink(email, '/reset');
  await done(nobody.post('/security/password/reset', { token, password: `${PASSWORD} 3` }));
}

const openAnother = async () => (await createPerson(server, `other${Math.random()}`)).open();
