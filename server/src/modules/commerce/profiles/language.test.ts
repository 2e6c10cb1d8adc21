import { sql } from '@hostler/database';
import { readPdfText } from '@hostler/testing/poppler.ts';
import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, PASSWORD, type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BillingProfile } from './schemas.ts';

const ENV = { HOSTLER_SELLER_NAME: 'Example Hosting GmbH', HOSTLER_SIGNUP: 'open', HOSTLER_SIGNUP_CHECK: 'off' };
const LANGUAGE = sql<{ id: number }, { language: string | null }>('select language from accounts where id = :id');

let server: TestServer;
let people: ReturnType<typeof peopleOf>;
let charges = 0;

beforeAll(async () => {
  server = await startTestServer({ env: ENV });
  server.clock.standStill();
  people = peopleOf(server);
  return server.stop;
});

const choose = (panel: Panel, account_id: number, language: string | null) =>
  panel.post<BillingProfile>('/billing/profile', { account_id, language });
/** Waits for the mail of this kind to the address, by its subject. */
const mailTo = (to: string, subject: RegExp) =>
  untilMail(server.dataDir, to, (mail) => subject.test(mail.subject ?? ''));

/** Creates the owner of an account with this language. */
async function ownerIn(language: string) {
  const owner = await people.owner();
  expect((await choose(owner.panel, owner.accountId, language)).body.data).toMatchObject({ language });
  return owner;
}

/** Issues an invoice with a charge that the program words itself. */
async function issue(account_id: number) {
  const { clock, hostler } = server;
  const { invoices } = hostler.customer;
  const at = clock.now();
  const { describeWith } = await import('../invoices/index.ts');
  const { texts } = await import('../subscriptions/texts.ts');
  const invoice = await hostler.db.write(function* () {
    const added = yield* invoices.addCharge(account_id, {
      ...describeWith(texts.setup, { name: 'VPS S' }),
      ...{ key: `language:${++charges}`, kind: 'setup', unit_price: 123_450, currency: 'EUR' },
      explanation: { rule: 'setup', sentence: 'Once.', steps: [] },
      ...{ period_start: at, period_end: at, due_at: at, at },
    });
    return yield* invoices.issueInvoice(account_id, { dueAt: at, at, only: [added?.id ?? 0] });
  });
  if (!invoice) throw new Error('there is no invoice');
  return invoice;
}

async function print(account_id: number, id: number): Promise<string> {
  const { key } = await server.createKey(account_id, 'live');
  const { body } = await server.get<{ content: string }>(`/billing/invoices/pdf?id=${id}`, key);
  return readPdfText(Buffer.from(body.data.content, 'base64'));
}

describe('the language of an account', () => {
  it('is that of the installation until it is chosen, and null chooses that again', async () => {
    const { panel, accountId } = await people.owner();
    expect((await panel.get(`/billing/profile?account_id=${accountId}`)).body.data).toMatchObject({ language: null });
    expect((await choose(panel, accountId, 'de')).body.data).toMatchObject({ language: 'de' });
    expect((await choose(panel, accountId, null)).body.data).toMatchObject({ language: null });
    expect(await server.hostler.db.read(LANGUAGE.one({ id: accountId }))).toEqual({ language: null });
  });

  it('must be one that is offered', async () => {
    const { panel, accountId } = await ownerIn('de');
    const { status, body } = await choose(panel, accountId, 'tlh');
    expect([status, body.error.code, JSON.stringify(body.error.details)]).toEqual([
      422,
      'VALIDATION_ERROR',
      expect.stringMatching(/en.*de/),
    ]);
    expect((await panel.get(`/billing/profile?account_id=${accountId}`)).body.data).toMatchObject({ language: 'de' });
  });

  it('is changed by staff, and a change of the address keeps it', async () => {
    const { accountId } = await people.owner();
    const changed = await server.operator.profiles.update({ account_id: accountId, language: 'de' });
    expect(changed).toMatchObject({ language: 'de' });
    expect(await server.operator.profiles.update({ account_id: accountId, city: 'Berlin' })).toMatchObject({
      language: 'de',
      city: 'Berlin',
    });
  });

  it('is the one of the sign-up, also in the mail that confirms the address', async () => {
    const panel = openPanel(server);
    const form = { name: 'Jo Doe', kind: 'consumer', password: PASSWORD, email: 'jo@example.com' };
    expect((await panel.post('/sign-up', { ...form, language: 'tlh' })).status).toBe(422);
    expect((await panel.post('/sign-up', { ...form, language: 'de' })).status).toBe(200);
    const mail = await mailTo('jo@example.com', /^Bestätigen Sie Ihre Adresse$/);
    expect(mail.text).toContain('Der Link funktioniert einmal und läuft nach 24 Stunden ab.');
    const { body } = await panel.post<{ accounts: { id: number }[] }>('/sign-up/confirm', { token: secretIn(mail) });
    const id = body.data.accounts[0]?.id ?? 0;
    expect(await server.hostler.db.read(LANGUAGE.one({ id }))).toEqual({ language: 'de' });
  });
});

describe.skipIf(process.env.HOSTLER_TEST_POPPLER_MISSING)('an invoice', () => {
  it('of a German account is German, in the mail and in its PDF', async () => {
    const { accountId, person } = await ownerIn('de');
    const invoice = await issue(accountId);
    expect(invoice.items[0]?.description).toBe('VPS S: Einrichtung');
    const mail = await mailTo(person.email, /^Rechnung /);
    expect(mail.subject).toBe(`Rechnung ${invoice.number} über ${german(invoice.total)}`);
    expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain(`Bitte zahlen Sie ${german(invoice.total)} bis zum`);
    expect(mail.html).toContain('<html lang="de">');
    expect(mail.html).toContain('Dies ist eine automatische Nachricht');
    const [attached] = mail.attachments;
    const text = await readPdfText(Buffer.from(attached?.content as ArrayBuffer));
    expect(text).toMatch(/Rechnungsnr\.\s+INV-.*Gesamtbetrag EUR\s+1\.469,06/s);
    expect(text).not.toMatch(/Invoice|Please/);
  });

  it('of an English account is English', async () => {
    const { accountId, person } = await ownerIn('en');
    const invoice = await issue(accountId);
    expect(invoice.items[0]?.description).toBe('VPS S: setup');
    const mail = await mailTo(person.email, /^Invoice /);
    expect(mail.subject).toBe(`Invoice ${invoice.number} for €1,469.06`);
    expect(mail.html).toContain('<html lang="en">');
    expect(await print(accountId, invoice.id)).toMatch(/Number\s+INV-.*Total EUR\s+1,469\.06/s);
  });

  it('keeps its language after the account has chosen another, and so does its credit note', async () => {
    const { panel, accountId, person } = await ownerIn('de');
    const invoice = await issue(accountId);
    await choose(panel, accountId, 'en');
    expect(await print(accountId, invoice.id)).toMatch(/Rechnungsnr\..*VPS S: Einrichtung.*Gesamtbetrag EUR/s);
    expect(invoice.customer).not.toHaveProperty('language');
    await server.operator.invoices.credit({ id: invoice.id, reason: 'It was slow.', amount: 100 });
    const mail = await mailTo(person.email, /^Credit note /);
    const text = await readPdfText(Buffer.from(mail.attachments[0]?.content as ArrayBuffer));
    expect(text).toMatch(/Gutschrift\s.*Gutschrift zu INV-.*: It was slow\..*Grund: It was slow\./s);
    const later = await issue(accountId);
    expect(await print(accountId, later.id)).toMatch(/Invoice.*Total EUR/s);
  });
});

it('of an account that changed it is the one of the lines of an invoice that is issued again', async () => {
  const { panel, accountId } = await ownerIn('de');
  const vat = { kind: 'business', company: 'Exemple SARL', country: 'FR', vat_id: 'FR32123456789' } as const;
  await server.operator.profiles.update({ account_id: accountId, ...vat });
  const { id, items } = await issue(accountId);
  expect(items[0]?.description).toBe('VPS S: Einrichtung');
  await choose(panel, accountId, 'en');
  await server.operator.profiles.update({ account_id: accountId, confirm_vat: true });
  const again = (await server.operator.invoices.list({ account_id: accountId })).find(
    (invoice) => invoice.type === 'invoice' && invoice.id !== id,
  );
  expect(again?.items.map(({ description, unit_price }) => [description, unit_price])).toEqual([
    ['VPS S: setup', 123_450],
  ]);
});

describe('other mail', () => {
  it('about a server and about signing in is in the language of the account', async () => {
    const { panel, accountId, person } = await ownerIn('de');
    await server.finish(server.operator.hosting.create({ account_id: accountId, hostname: 'web.example.com' }));
    const ready = await mailTo(person.email, /^Ihr Server web\.example\.com ist bereit$/);
    expect(ready.text).toContain('Sie können diese E-Mails unter Konto → Benachrichtigungen');
    const passwords = { current_password: PASSWORD, password: `${PASSWORD} more` };
    expect((await panel.post('/security/password', passwords)).status).toBe(200);
    const changed = await mailTo(person.email, /^Ihr Passwort wurde geändert$/);
    expect(changed.text).toMatch(/^Guten Tag .*,\n/);
    expect(changed.text).toMatch(/Zeit: \d\d\.\d\d\.\d{4}, \d\d:\d\d UTC/);
  });

  it('is in the language of the installation if the account has chosen none', async () => {
    const other = await startTestServer({ env: { ...ENV, HOSTLER_LANGUAGE: 'de' } });
    try {
      const { accountId, person, panel } = await peopleOf(other).owner();
      const ready = async (hostname: string, subject: string) => {
        await other.finish(other.operator.hosting.create({ account_id: accountId, hostname }));
        await untilMail(other.dataDir, person.email, (mail) => mail.subject === subject);
      };
      await ready('a.example.com', 'Ihr Server a.example.com ist bereit');
      await choose(panel, accountId, 'en');
      await ready('b.example.com', 'Your server b.example.com is ready');
    } finally {
      await other.stop();
    }
  });
});

function german(amount: number): string {
  const format = new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' });
  // Lines of mail have no special spaces.
  return format.format(amount / 100).replaceAll('\u00a0', ' ');
}
