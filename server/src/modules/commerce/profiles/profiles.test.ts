import { sql } from '@hostler/database';
import { startHttpReceiver, type TestReceiver } from '@hostler/testing/receivers/receiver.ts';
import { type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';
import type { BillingProfile } from './schemas.ts';

let server: TestServer;
let people: ReturnType<typeof peopleOf>;
let register: TestReceiver;
/** The register's answer. */
let answer: object;

beforeAll(async () => {
  register = await startHttpReceiver((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server = await startTestServer({
    env: {
      HOSTLER_SELLER_NAME: 'Example Hosting GmbH',
      HOSTLER_VAT_CHECK: 'vies',
      HOSTLER_VIES_URL: `http://127.0.0.1:${register.port}`,
    },
    // Each test sets the answer before it runs the check.
    byHand: ['profiles.check-vat'],
  });
  server.clock.standStill();
  people = peopleOf(server);
  await server.operator.plans.create({ name: 'Net', price: 1000 });
});
afterAll(async () => {
  await server.stop();
  await register.close();
});

const PARIS = {
  kind: 'business',
  company: 'Exemple SARL',
  street: 'Rue 1',
  postal_code: '75002',
  city: 'Paris',
  country: 'FR',
};
const AWAY = { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] };

const read = async (panel: Panel, account_id: number) =>
  (await panel.get<BillingProfile>(`/billing/profile?account_id=${account_id}`)).body.data;
const change = (panel: Panel, account_id: number, body: object) =>
  panel.post<BillingProfile>('/billing/profile', { account_id, ...body });
const checkVat = () => server.runUpkeep('profiles.check-vat');
const invoicesOf = async (account_id: number) => (await server.operator.invoices.list({ account_id })).toReversed();

describe('a billing profile', () => {
  it('has only the name of the account until it is changed', async () => {
    const { panel, accountId } = await people.owner('ada@example.com');
    expect(await read(panel, accountId)).toEqual({
      kind: 'consumer',
      name: 'Of ada@example.com',
      company: null,
      street: null,
      postal_code: null,
      city: null,
      state: null,
      country: null,
      vat_id: null,
      vat_status: 'none',
      vat_checked_at: null,
      currency: null,
      trusted: false,
      invoice_email: null,
      language: null,
    });
    const changed = await change(panel, accountId, { ...PARIS, country: 'fr', invoice_email: 'books@example.com' });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ ...PARIS, invoice_email: 'books@example.com', vat_status: 'none' });
    const blank = await change(panel, accountId, { city: ' ' });
    expect([blank.status, blank.body.error?.details]).toMatchObject([422, [{ field: 'city', reason: 'empty' }]]);
    expect((await change(panel, accountId, { city: ' Lyon ' })).body.data).toMatchObject({
      street: 'Rue 1',
      city: 'Lyon',
    });
    expect((await change(panel, accountId, { company: null })).body.data).toMatchObject({ company: null });
  });

  it('refuses invalid values, and names the field', async () => {
    const { panel, accountId } = await people.owner();
    const refusals: [object, string][] = [
      [{ country: 'XX' }, 'country'],
      [{ country: 'EU' }, 'country'],
      [{ country: 'FR', vat_id: 'FR32123456789' }, 'vat_id'],
      [{ kind: 'business', vat_id: 'FR32123456789' }, 'country'],
      [{ kind: 'business', country: 'FR', vat_id: 'DE123456789' }, 'vat_id'],
      [{ kind: 'business', country: 'FR', vat_id: 'FR' }, 'vat_id'],
      [{ invoice_email: 'nobody' }, 'invoice_email'],
      [{ name: '' }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ street: 'x'.repeat(201) }, 'street'],
    ];
    for (const [body, field] of refusals) {
      const { status, body: answered } = await change(panel, accountId, body);
      expect([body, status, answered.error?.details?.[0]?.field]).toEqual([body, 422, field]);
    }
    expect(await read(panel, accountId)).toMatchObject({ country: null, vat_id: null });
    await change(panel, accountId, { ...PARIS, vat_id: 'FR32123456789' });
    expect((await change(panel, accountId, { kind: 'consumer' })).body.error.details?.[0]?.field).toBe('kind');
  });

  it('can be read with billing.read, and is not changed without billing.write or by another account', async () => {
    const { accountId } = await people.owner();
    const reader = await people.member(accountId, { scopes: 'billing.read' });
    const stranger = await people.owner();
    expect((await reader.panel.get(`/billing/profile?account_id=${accountId}`)).status).toBe(200);
    expect((await change(reader.panel, accountId, { city: 'Lyon' })).status).toBe(403);
    expect((await stranger.panel.get(`/billing/profile?account_id=${accountId}`)).status).toBe(404);
    expect((await change(stranger.panel, accountId, { city: 'Lyon' })).status).toBe(404);
  });
});

describe('the state of an address', () => {
  const BOSTON = { street: 'State Street 1', postal_code: '02109', city: 'Boston', state: 'MA', country: 'US' };
  /** Writes as a server of the last release does, which does not know the state. */
  const writeOld = sql<{ account_id: number; country: string }>(
    'update billing_profiles set country = :country where account_id = :account_id',
  );
  const forgetState = sql<{ account_id: number }>(
    'update billing_profiles set state = null where account_id = :account_id',
  );

  it('is a code of the package, and is required for a complete address', async () => {
    const { panel, accountId } = await people.owner();
    const changed = await change(panel, accountId, { ...BOSTON, state: ' ma ' });
    expect([changed.status, changed.body.data]).toMatchObject([200, BOSTON]);
    const refusals: [object, string, RegExp][] = [
      [{ state: 'ZZ' }, 'state_unknown', /a state in US without the country, like CA\./],
      [{ state: 'US-MA' }, 'state_unknown', /ISO 3166-2/],
      [{ state: 'Massachusetts' }, 'state_unknown', /ISO 3166-2/],
      [{ state: ' ' }, 'state_unknown', /like CA\./],
      [{ state: null }, 'state_required', /required for addresses in US.*like CA\./],
      [{ country: 'CA', state: 'MA' }, 'state_unknown', /in CA .*like ON\./],
      [{ country: 'AU' }, 'state_required', /in AU.*like NSW\./],
      [{ country: 'DE', state: 'BY' }, 'state_not_used', /only for addresses in US, CA, AU\. Set it to null\./],
    ];
    for (const [body, reason, message] of refusals) {
      const { status, body: answered } = await change(panel, accountId, body);
      const expected = [422, [{ field: 'state', reason, message: expect.stringMatching(message) }]];
      expect([status, answered.error?.details], JSON.stringify(body)).toMatchObject(expected);
    }
    expect(await read(panel, accountId)).toMatchObject(BOSTON);
  });

  it('does not move to another country', async () => {
    const { panel, accountId } = await people.owner();
    await change(panel, accountId, { ...BOSTON, state: 'WA' });
    expect((await change(panel, accountId, { country: 'DE' })).body.data).toMatchObject({ country: 'DE', state: null });
    const moved = await change(panel, accountId, { country: 'AU', state: 'WA' });
    expect(moved.body.data).toMatchObject({ country: 'AU', state: 'WA' });
    await server.hostler.db.write(() => writeOld.run({ account_id: accountId, country: 'FR' }));
    expect(await read(panel, accountId)).toMatchObject({ country: 'FR', state: null });
    expect((await change(panel, accountId, { city: 'Lyon' })).body.data).toMatchObject({ city: 'Lyon', state: null });
  });

  it('may be missing in an address from before, which is billed, orders and is otherwise changed', async () => {
    const { panel, accountId } = await people.owner();
    await change(panel, accountId, BOSTON);
    await server.hostler.db.write(() => forgetState.run({ account_id: accountId }));
    const { key } = await server.createKey(accountId, 'live');
    expect((await server.post('/subscriptions', key, { plan: 'Net', hostname: 'old.example.com' })).status).toBe(201);
    expect(await invoicesOf(accountId)).toMatchObject([{ customer: { city: 'Boston', state: null } }]);
    const same = await change(panel, accountId, { ...BOSTON, state: null, invoice_email: 'books@example.com' });
    expect(same.body.data).toMatchObject({ invoice_email: 'books@example.com', state: null });
    const refused = await change(panel, accountId, { street: 'State Street 2' });
    expect(refused.body.error?.details).toMatchObject([{ field: 'state', reason: 'state_required' }]);
  });

  it('is on the invoice, and older invoices have none', async () => {
    const { panel, accountId } = await people.owner();
    await change(panel, accountId, BOSTON);
    const { invoice } = await server.operator.subscriptions.create({ account_id: accountId, plan: 'Net' });
    expect(invoice?.customer).toMatchObject(BOSTON);
    const forget = sql<{ customer: string; id: number }>('update invoices set customer = :customer where id = :id');
    const { state: _, ...customer } = {
      ...BOSTON,
      kind: 'consumer',
      name: 'Jo',
      company: null,
      vat_id: null,
      email: '',
    };
    await server.hostler.db.write(() => forget.run({ customer: JSON.stringify(customer), id: invoice?.id ?? 0 }));
    expect(await invoicesOf(accountId)).toMatchObject([{ customer: { ...customer, state: null } }]);
  });

  it('is changed by staff', async () => {
    const { accountId } = await people.owner();
    const tax = (...options: string[]) => server.run('account tax', '--id', accountId, ...options);
    const address = ['--street', 'King Street 1', '--postal-code', 'M5H 1A1', '--city', 'Toronto', '--country', 'CA'];
    await expect(tax(...address)).rejects.toMatchObject({ details: [{ field: '--state', reason: 'state_required' }] });
    expect(await tax(...address, '--state', 'ON')).toMatchObject({ city: 'Toronto', state: 'ON', country: 'CA' });
    expect(await server.operator.profiles.show({ account_id: accountId })).toMatchObject({ state: 'ON' });
  });
});

describe('a VAT id', () => {
  it('is checked in the register, and leads to reverse charge once it is valid', async () => {
    const { panel, accountId } = await people.owner();
    const given = await change(panel, accountId, { ...PARIS, vat_id: 'fr 32.123-456 789' });
    expect(given.body.data).toMatchObject({ vat_id: 'FR32123456789', vat_status: 'pending', vat_checked_at: null });
    answer = { valid: true, name: 'EXEMPLE SARL', requestIdentifier: 'R1' };
    await checkVat();
    expect(await read(panel, accountId)).toMatchObject({ vat_status: 'valid', vat_checked_at: expect.any(String) });
    expect(await server.operator.profiles.show({ account_id: accountId })).toMatchObject({
      vat_answer: { valid: true, name: 'EXEMPLE SARL', reference: 'R1' },
      vat_ask_at: null,
    });
    const { invoice } = await server.operator.subscriptions.create({ account_id: accountId, plan: 'Net' });
    expect(invoice).toMatchObject({ tax_category: 'reverse_charge', tax_rate: 0, tax: 0, total: 1000 });
    // A new city needs no check; a new country belongs to another register.
    expect((await change(panel, accountId, { city: 'Lyon' })).body.data).toMatchObject({ vat_status: 'valid' });
    answer = { valid: false };
    await change(panel, accountId, { vat_id: 'FR00000000000' });
    await checkVat();
    expect(await read(panel, accountId)).toMatchObject({ vat_status: 'invalid' });
    expect((await change(panel, accountId, { vat_id: null })).body.data).toMatchObject({ vat_status: 'none' });
  });

  it('is checked again if the register was unavailable, and invoices issued with tax are then corrected', async () => {
    const { panel, accountId } = await people.owner();
    const buy = async () => {
      const { invoice } = await server.operator.subscriptions.create({ account_id: accountId, plan: 'Net' });
      if (!invoice) throw new Error('there is no invoice');
      return invoice;
    };
    const before = await buy();
    await server.operator.payments.create({ invoice_id: before.id });
    server.clock.advance(DAY);
    await change(panel, accountId, { ...PARIS, vat_id: 'FR32123456789' });
    answer = AWAY;
    await checkVat();
    expect(await read(panel, accountId)).toMatchObject({ vat_status: 'unavailable' });
    const [open, paid] = [await buy(), await buy()];
    expect([before, open].map(({ tax, total }) => [tax, total])).toEqual([
      [190, 1190],
      [190, 1190],
    ]);
    await server.operator.payments.create({ invoice_id: paid.id });
    answer = { valid: true };
    // A second run soon after asks nothing.
    await checkVat();
    expect(await read(panel, accountId)).toMatchObject({ vat_status: 'unavailable' });
    server.clock.advance(DAY);
    await checkVat();
    expect(await read(panel, accountId)).toMatchObject({ vat_status: 'valid' });

    const all = await invoicesOf(accountId);
    const byId = (id: number) => all.find((invoice) => invoice.id === id);
    expect(byId(before.id)).toMatchObject({ status: 'paid', amount_credited: 0, tax: 190 });
    expect(byId(open.id)).toMatchObject({ status: 'cancelled', amount_credited: 1190, amount_due: 0 });
    expect(byId(paid.id)).toMatchObject({ status: 'cancelled', amount_credited: 1190, amount_paid: 0 });
    const notes = all.filter(({ type }) => type === 'credit_note');
    expect(notes.map(({ corrects_id, tax, total }) => [corrects_id, tax, total])).toEqual([
      [open.id, -190, -1190],
      [paid.id, -190, -1190],
    ]);
    const again = all.filter(({ type, tax_category }) => type === 'invoice' && tax_category === 'reverse_charge');
    expect(again.map(({ total, tax, subscription_id }) => [subscription_id, tax, total])).toEqual([
      [open.subscription_id, 0, 1000],
      [paid.subscription_id, 0, 1000],
    ]);
    // Payments of the corrected invoice pay the new ones as far as they go.
    expect(again.reduce((sum, { amount_paid }) => sum + amount_paid, 0)).toBe(1190);
  });

  it('does not delay the checks of other accounts if its own invoices cannot be corrected', async () => {
    answer = { valid: true };
    const vat = { ...PARIS, kind: 'business', vat_id: 'FR32123456789' } as const;
    const [broken, sound] = [await server.createAccount(), await server.createAccount()];
    await server.operator.profiles.update({ account_id: broken.id, ...vat });
    await server.operator.subscriptions.create({ account_id: broken.id, plan: 'Net' });
    const spoil = sql<{ account_id: number }>(`update invoices set items = 'nothing' where account_id = :account_id`);
    await server.hostler.db.write(() => spoil.run({ account_id: broken.id }));
    server.clock.advance(DAY);
    await server.operator.profiles.update({ account_id: sound.id, ...vat });
    await checkVat();
    const statusOf = async ({ id }: { id: number }) =>
      (await server.operator.profiles.show({ account_id: id })).vat_status;
    expect([await statusOf(broken), await statusOf(sound)]).toEqual(['unavailable', 'valid']);
  });

  it('corrects the invoice of an order, and cancelling the order credits the corrected invoice', async () => {
    answer = AWAY;
    const { id: account_id, live } = await server.createAccount();
    await server.operator.profiles.update({ account_id, ...PARIS, kind: 'business', vat_id: 'FR32123456789' });
    const order = { plan: 'Net', hostname: 'shop.example.com' };
    const { body } = await server.post('/subscriptions', live, order);
    await server.operator.profiles.update({ account_id, confirm_vat: true });
    await server.post(`/subscriptions/cancel?id=${body.data.id}`, live, {});
    expect((await invoicesOf(account_id)).map(({ status, total }) => [status, total])).toEqual([
      ['cancelled', 1190],
      ['paid', -1190],
      ['cancelled', 1000],
      ['paid', -1000],
    ]);
  });

  it('corrects more invoices than fit in one transaction', async () => {
    answer = AWAY;
    const { id: account_id } = await server.createAccount();
    await server.operator.profiles.update({ account_id, ...PARIS, kind: 'business', vat_id: 'FR32123456789' });
    const sold = 23;
    for (let count = 0; count < sold; count++) await server.operator.subscriptions.create({ account_id, plan: 'Net' });
    await server.operator.profiles.update({ account_id, confirm_vat: true });
    const count = async (tax_category: string, status: string) =>
      (await server.operator.invoices.list({ account_id })).filter(
        (invoice) => invoice.type === 'invoice' && invoice.tax_category === tax_category && invoice.status === status,
      ).length;
    await expect.poll(() => count('reverse_charge', 'unpaid')).toBe(sold);
    expect(await count('standard', 'cancelled')).toBe(sold);
  });

  it('can be confirmed by staff', async () => {
    const { accountId } = await people.owner();
    answer = AWAY;
    const tax = (...options: string[]) => server.run('account tax', '--id', accountId, ...options);
    await expect(tax('--confirm-vat')).rejects.toMatchObject({ code: 'CONFLICT' });
    const given = ['--kind', 'business', '--country', 'FR', '--vat-id', 'FR32123456789'];
    expect(await tax(...given)).toMatchObject({ vat_status: 'pending' });
    expect(await tax('--confirm-vat')).toMatchObject({
      vat_status: 'valid',
      vat_answer: { reference: 'confirmed by staff' },
    });
    expect(await tax('--vat-id', 'none')).toMatchObject({ vat_id: null, vat_status: 'none' });
  });
});

it('staff can trust an account, and hold its suspension until a date', async () => {
  const { accountId } = await people.owner();
  expect(await server.run('account trust', '--id', accountId)).toMatchObject({ trusted: true });
  expect(await server.run('account trust', '--id', accountId, '--off')).toMatchObject({ trusted: false });
  const held = await server.run('account hold', '--id', accountId, '--until', '2027-01-01');
  expect(held).toMatchObject({ hold_until: '2027-01-01T00:00:00+00:00' });
  expect(await server.run('account hold', '--id', accountId)).toMatchObject({ hold_until: null });
  await expect(server.run('account trust', '--id', 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
