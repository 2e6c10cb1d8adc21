import { type Query, sql } from '@hostler/database';
import { readPdfText } from '@hostler/testing/poppler.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import type { NewCharge } from './charges/service.ts';
import type { Invoice } from './schemas.ts';
import type { InvoiceService } from './service.ts';

/** Inserts as many notices as one address may get per hour. */
const FILL = sql<{ to: string; now: number }>(
  `insert into mails (kind, message_id, recipient, inbox, asked_for, attempts, created_at, give_up_at, ended_at)
   with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 30)
   select 'filler', 'filler ' || n, :to, :to, 0, 1, cast(:now as bigint), cast(:now as bigint), cast(:now as bigint) from numbers`,
);
const MAILS = sql<{ to: string }, { kind: string }>(
  `select kind from mails where recipient = :to and kind <> 'filler'`,
);
const MAIL_AT = sql<{ id: number }, { mail_at: number | null }>('select mail_at from invoices where id = :id');

let server: TestServer;
let account: TestAccount;
let keys = 0;

beforeAll(async () => {
  server = await startTestServer({
    // The tests move the clock by months, which would hold billing.
    byHand: ['billing.run'],
    env: {
      HOSTLER_SELLER_NAME: 'Example Hosting GmbH',
      HOSTLER_SELLER_VAT_ID: 'DE 123 456 789',
      HOSTLER_SELLER_TIME_ZONE: 'Europe/Berlin',
    },
  });
  server.clock.standStill();
  moveTo(Date.parse('2026-12-31T12:00:00Z'));
});
afterAll(() => server.stop());

const now = () => server.clock.now();
const moveTo = (at: number) => server.clock.advance(at - now());
const invoices = <T>(use: (service: InvoiceService) => Query<T>) =>
  server.hostler.db.write(() => use(server.hostler.customer.invoices));

const charge = (given: Partial<NewCharge> = {}): NewCharge => ({
  key: `test:${++keys}`,
  kind: 'manual',
  description: 'Something',
  unit_price: 1000,
  currency: 'EUR',
  period_start: now(),
  period_end: now(),
  explanation: { rule: 'manual', sentence: 'Because.', steps: [] },
  due_at: now() + 14 * DAY,
  at: now(),
  ...given,
});

/** Issues an invoice for these charges. */
async function issue(charges: Partial<NewCharge>[], { at = now(), id = account.id } = {}): Promise<Invoice> {
  const issued = await invoices(function* (service) {
    const only: number[] = [];
    for (const given of charges) {
      const added = yield* service.addCharge(id, charge(given));
      if (added) only.push(added.id);
    }
    return yield* service.issueInvoice(id, { dueAt: at, at, only });
  });
  if (!issued) throw new Error('there is no invoice');
  return issued;
}
const find = (id: number, owner = account.id) => invoices((service) => service.find(owner, id));
const credit = (id: number, what: { amount?: number; lines?: number[] } = {}) =>
  server.operator.invoices.credit({ id, reason: 'It was slow.', ...what });

const figures = ({ subtotal, tax, total }: Pick<Invoice, 'subtotal' | 'tax' | 'total'>) => [subtotal, tax, total];
const state = ({ status, amount_paid, amount_credited, amount_written_off, amount_due }: Invoice) => [
  status,
  amount_paid,
  amount_credited,
  amount_written_off,
  amount_due,
];

beforeAll(async () => {
  account = await server.createAccount();
});

describe('issuing an invoice', () => {
  it('includes the open charges, the tax, the seller and the customer', async () => {
    const made = await issue([
      { unit_price: 999, tax_included: true },
      { unit_price: 250, quantity: 4 },
      { kind: 'discount', unit_price: -500 },
    ]);
    expect(figures(made)).toEqual([1339, 255, 1594]);
    expect(made).toMatchObject({
      type: 'invoice',
      status: 'unpaid',
      subscription_id: null,
      corrects_id: null,
      currency: 'EUR',
      tax_rate: 19,
      tax_category: 'standard',
      tax_note: null,
      seller: { name: 'Example Hosting GmbH', country: 'DE', vat_id: 'DE123456789' },
      customer: { kind: 'consumer', country: 'DE', email: expect.stringContaining('@') },
      payment_reference: made.number,
    });
    expect(made.items.map(({ amount, net_amount, tax_included }) => [amount, net_amount, tax_included])).toEqual([
      [999, 839, true],
      [1000, 1000, false],
      [-500, -500, false],
    ]);
    const shown = await server.get(`/billing/invoices/show?id=${made.id}`, account.live);
    expect(shown.body.data).toEqual(made);
    const other = await server.createAccount();
    expect((await server.get(`/billing/invoices/show?id=${made.id}`, other.live)).status).toBe(404);
  });

  it('bills charges with the same key once, even when requested concurrently', async () => {
    const { id } = await server.createAccount();
    const same = charge();
    const added = await Promise.all([1, 2, 3].map(() => invoices((service) => service.addCharge(id, same))));
    expect(added.filter(Boolean)).toHaveLength(1);
    const issued = await Promise.all(
      [1, 2, 3].map(() => invoices((service) => service.issueInvoice(id, { dueAt: same.due_at, at: now() }))),
    );
    expect(issued.filter(Boolean)).toHaveLength(1);
    expect(await invoices((service) => service.listOpenCharges(id))).toEqual([]);
  });

  it('groups charges by due day in the time zone of the seller and by currency', async () => {
    const { id } = await server.createAccount();
    const midnight = Date.parse('2027-01-14T23:00:00Z');
    const due = [midnight - HOUR, midnight, midnight + 23 * HOUR, midnight + 24 * HOUR];
    await invoices(function* (service) {
      for (const due_at of due) yield* service.addCharge(id, charge({ due_at }));
      yield* service.addCharge(id, charge({ due_at: midnight, currency: 'USD' }));
    });
    const issueDay = () => invoices((service) => service.issueInvoice(id, { dueAt: midnight, at: now() }));
    expect(await issueDay()).toMatchObject({ currency: 'EUR', items: [{}, {}], due_at: '2027-01-15T22:00:00+00:00' });
    expect(await issueDay()).toMatchObject({ currency: 'USD', items: [{}] });
    expect(await issueDay()).toBeUndefined();
    expect(await server.run('invoice issue', '--account', id)).toHaveLength(2);
  });

  it('assigns numbers without gaps, by year in the time zone of the seller, even after a failure', async () => {
    const newYear = Date.parse('2026-12-31T23:00:00Z');
    const last = await issue([{}], { at: newYear - 1 });
    const failed = invoices(function* (service) {
      yield* service.addCharge(account.id, charge({ due_at: newYear }));
      yield* service.issueInvoice(account.id, { dueAt: newYear, at: newYear });
      throw new Error('too late');
    });
    await expect(failed).rejects.toThrow('too late');
    const first = await issue([{}], { at: newYear });
    const late = await issue([{}], { at: newYear - 1 });
    const count = Number(last.number.slice(-6));
    expect([last, first, late].map(({ number }) => number)).toEqual([
      `INV-2026-${String(count).padStart(6, '0')}`,
      'INV-2027-000001',
      `INV-2026-${String(count + 1).padStart(6, '0')}`,
    ]);
  });

  it('marks a total of zero as paid, and issues a credit note that grants credit for a total below zero', async () => {
    expect(await issue([{}, { unit_price: -1000 }])).toMatchObject({ status: 'paid', total: 0, amount_due: 0 });
    const { id } = await server.createAccount();
    const note = await issue([{ unit_price: 100 }, { unit_price: -1100 }], { id });
    expect(note).toMatchObject({ type: 'credit_note', status: 'paid', total: -1190, tax: -190, amount_due: 0 });
    expect(note.number).toMatch(/^CN-2026-\d{6}$/);
    expect(state(await issue([{}], { id }))).toEqual(['paid', 1190, 0, 0, 0]);
  });

  it('uses the current billing profile, and does not change invoices issued earlier', async () => {
    const { id } = await server.createAccount();
    const before = await issue([{}], { id });
    await server.operator.profiles.update({ account_id: id, name: 'Jo', country: 'US', state: 'MA' });
    expect(await issue([{}], { id })).toMatchObject({
      tax_category: 'outside_scope',
      total: 1000,
      customer: { name: 'Jo' },
    });
    const first = (await server.operator.invoices.list({ account_id: id })).at(-1);
    expect(first).toEqual({ account_id: id, account_name: expect.stringMatching(/^Customer /), ...before });
  });

  it('sends the customer a mail with the PDF', async () => {
    const { id } = await server.createAccount();
    await server.operator.profiles.update({ account_id: id, invoice_email: 'books@example.com' });
    const { number } = await issue([{}], { id });
    const mail = await untilMail(
      server.dataDir,
      'books@example.com',
      ({ subject }) => subject?.includes(number) === true,
    );
    expect(mail.text).toContain('€11.90');
    expect(mail.text).toContain('2027-01-14');
    expect(mail.attachments).toMatchObject([{ filename: `${number}.pdf`, mimeType: 'application/pdf' }]);
  });

  it('sends the mail an hour later if the mail limit of the recipient is reached', async () => {
    const { id } = await server.createAccount();
    const to = 'full@example.com';
    await server.operator.profiles.update({ account_id: id, invoice_email: to });
    await server.hostler.db.write(() => FILL.run({ to, now: now() }));
    const { id: invoice, number } = await issue([{}], { id });
    const mailAt = async () => (await server.hostler.db.read(MAIL_AT.one({ id: invoice })))?.mail_at;
    await expect.poll(mailAt).toBe(now() + HOUR);
    expect(await server.hostler.db.read(MAILS.all({ to }))).toEqual([]);
    moveTo(now() + HOUR);
    await server.runUpkeep('invoices.mail');
    await untilMail(server.dataDir, to, ({ subject }) => subject?.includes(number) === true);
    expect(await mailAt()).toBeNull();
    await server.runUpkeep('invoices.mail');
    expect(await server.hostler.db.read(MAILS.all({ to }))).toHaveLength(1);
  });
});

describe('an open invoice', () => {
  it('can be paid in parts and reopened, and the amounts always add up to its total', async () => {
    const { id } = await issue([{}]);
    const settle = (amount: number) => invoices((service) => service.settleAmount(account.id, id, amount, now()));
    expect(state(await settle(190))).toEqual(['unpaid', 190, 0, 0, 1000]);
    await expect(settle(1001)).rejects.toThrow('has €10.00 due; €10.01 is more than that.');
    await expect(settle(0)).rejects.toMatchObject({ code: 'CONFLICT' });
    await invoices((service) => service.expire(account.id, id, now()));
    expect(state(await settle(1000))).toEqual(['paid', 1190, 0, 0, 0]);
    const reopened = await invoices((service) => service.reopenAmount(account.id, id, 500, now()));
    expect(state(reopened)).toEqual(['overdue', 690, 0, 0, 500]);
    await expect(invoices((service) => service.reopenAmount(account.id, id, 691, now()))).rejects.toThrow(
      'are €6.90; €6.91 cannot be reversed.',
    );
    const given = await server.run('invoice write-off', '--id', id, '--reason', 'They are gone.');
    expect(given).toMatchObject({ status: 'paid', amount_written_off: 500, amount_due: 0 });
  });

  it('is cancelled if its whole amount is written off', async () => {
    const { id } = await issue([{}]);
    await server.operator.invoices.writeOff({ id, reason: 'Lost.' });
    expect(state(await find(id))).toEqual(['cancelled', 0, 0, 1190, 0]);
    await expect(server.operator.invoices.writeOff({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(credit(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a credit note', () => {
  it('credits a whole invoice, line by line', async () => {
    const made = await issue([
      { unit_price: 999, tax_included: true },
      { unit_price: 100, quantity: 3 },
    ]);
    const note = await credit(made.id);
    expect(figures(note)).toEqual(figures(made).map((amount) => -amount));
    expect(note).toMatchObject({ type: 'credit_note', corrects_id: made.id, status: 'paid', reason: 'It was slow.' });
    expect(note.items.map(({ quantity, unit_price, amount }) => [quantity, unit_price, amount])).toEqual([
      [-1, 999, -999],
      [-3, 100, -300],
    ]);
    expect(state(await find(made.id))).toEqual(['cancelled', 0, made.total, 0, 0]);
    await expect(credit(made.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(credit(note.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('can credit an invoice in parts that add up exactly to its total', async () => {
    const made = await issue([{ unit_price: 999, tax_included: true }]);
    const parts = [
      await credit(made.id, { amount: 333 }),
      await credit(made.id, { amount: 333 }),
      await credit(made.id),
    ];
    const sums = parts.map(figures).reduce((all, part) => all.map((amount, index) => amount + (part[index] ?? 0)));
    expect(sums).toEqual(figures(made).map((amount) => -amount));
    expect(state(await find(made.id))).toEqual(['cancelled', 0, 999, 0, 0]);
  });

  it('for single lines includes their share of the tax, and credits each line once', async () => {
    const made = await issue([{ unit_price: 333 }, { unit_price: 333 }, { unit_price: 334 }]);
    const first = await credit(made.id, { lines: [1] });
    const rest = await credit(made.id, { lines: [3, 2] });
    expect([first.tax + rest.tax, first.total + rest.total]).toEqual([-190, -1190]);
    const other = await issue([{}, {}]);
    await credit(other.id, { lines: [2] });
    await expect(credit(other.id, { lines: [2] })).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const lines of [[], [0], [3], [1, 1]]) {
      await expect(credit(other.id, { lines })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
    await expect(credit(other.id, { amount: 1191 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Only €11.90 of invoice ${other.number} can still be credited.`,
    });
    await expect(credit(other.id, { amount: 0 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('first reduces the amount due; the paid rest becomes credit and pays the next invoice', async () => {
    const { id, live } = await server.createAccount();
    const made = await issue([{}], { id });
    await server.run('payment record', '--invoice', made.id, '--amount', 1000);
    expect(await credit(made.id, { amount: 690 })).toMatchObject({ total: -690, refundable: 500 });
    const [after] = (await server.get('/billing/invoices?sort=asc', live)).body.data;
    expect(after && state(after)).toEqual(['paid', 500, 690, 0, 0]);
    expect(state(await issue([{}], { id }))).toEqual(['unpaid', 500, 0, 0, 690]);
  });

  it('cancels the unpaid invoice of an order, and is refused for a paid invoice', async () => {
    const [open, paid] = [await issue([{}]), await issue([{}])];
    await invoices((service) => service.settle(account.id, paid.id, now()));
    const cancel = (id: number) => invoices((service) => service.cancelUnpaid(account.id, id, 'Not paid.', now()));
    expect((await cancel(open.id)).creditNote).toMatchObject({ corrects_id: open.id, total: -1190 });
    await expect(cancel(paid.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

it('a change between plans with net and gross prices deducts the paid amount including its tax', async () => {
  const { id: account_id } = await server.createAccount();
  const { plans, subscriptions } = server.operator;
  await plans.create({ name: 'Net', price: 1000 });
  await plans.create({ name: 'Less', price: 1100, tax_included: true });
  await plans.create({ name: 'Gross', price: 2000, tax_included: true });
  await plans.create({ name: 'More', price: 1800 });
  const { id } = await subscriptions.create({ account_id, plan: 'Net' });
  const preview = (plan: string) => subscriptions.preview({ id, plan });
  expect(await preview('Less')).toMatchObject({ amount_due_now: 0, immediately: false });
  expect(await preview('Gross')).toMatchObject({ amount_due_now: 2000 - 1190, immediately: true });
  await subscriptions.changePlan({ id, plan: 'Gross' });
  expect(await preview('More')).toMatchObject({ amount_due_now: 142, immediately: true });
});

describe('staff', () => {
  it('add a charge, list open charges, and issue the invoice', async () => {
    const { id } = await server.createAccount();
    const add = (...options: string[]) =>
      server.run<{ id: number }>('charge add', '--account', id, '--description', 'Work', ...options);
    await expect(add('--amount', '5000')).rejects.toMatchObject({ details: [{ field: '--currency' }] });
    await expect(add('--amount', '50.00', '--currency', 'EUR')).rejects.toMatchObject({
      details: [{ field: '--amount' }],
    });
    const wrong = await add('--amount', '5000', '--currency', 'EUR');
    await add('--amount', '5000', '--quantity', '2', '--currency', 'EUR', '--tax-included');
    await add('--amount=-1000', '--currency', 'EUR');
    expect(await server.run('charge remove', '--account', id, '--id', wrong.id)).toMatchObject({ id: wrong.id });
    await expect(server.run('charge remove', '--account', account.id, '--id', wrong.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await server.run('charge list', '--account', id)).toMatchObject([{ amount: -1000 }, { amount: 10_000 }]);
    const [made] = await server.run<Invoice[]>('invoice issue', '--account', id);
    expect(made).toMatchObject({ total: 8810, items: [{ explanation: { rule: 'manual' } }, {}] });
    const shown = await server.run('invoice show', '--invoice', made?.number ?? '');
    expect(shown).toEqual({ ...made, account_name: expect.stringMatching(/^Customer /) });
    const why = await server.run<{ lines: object[]; totals: object[] }>('billing explain', '--invoice', made?.id ?? 0);
    expect(why.lines[0]).toMatchObject({
      amount: '€100.00 with tax',
      steps: [{ label: 'Price', value: '2 × €50.00' }],
    });
    expect(why.totals).toContainEqual({
      label: '19 % inside prices with tax',
      value: '€100.00 × 19 / (100 + 19) = 15.9664, rounded',
    });
  });

  it('see no tax on a reverse-charge invoice, and the payment date on its PDF after it is paid', async () => {
    const { id, live } = await server.createAccount();
    const business = ['--kind', 'business', '--country', 'FR', '--vat-id', 'FR32123456789'];
    await server.run('account tax', '--id', id, ...business, '--confirm-vat');
    const made = await issue([{ unit_price: 999, tax_included: true }], { id });
    expect(made).toMatchObject({ tax_category: 'reverse_charge', total: 999 });
    const why = await server.run<{ lines: object[] }>('billing explain', '--invoice', made.id);
    expect(why.lines).toMatchObject([{ amount: '€9.99 without tax' }]);
    const print = async () => {
      const { body } = await server.get(`/billing/invoices/pdf?id=${made.id}`, live);
      return readPdfText(Buffer.from(body.data.content, 'base64'));
    };
    expect(await print()).toMatch(/9\.99\s+9\.99.*Please pay EUR 9\.99/s);
    await server.run('payment record', '--invoice', made.id, '--amount', 500);
    expect(await print()).toMatch(/Please pay EUR 4\.99/);
    await server.run('invoice pay', '--id', made.id);
    const paid = await find(made.id, id);
    const text = await print();
    expect(text).toContain(`Paid on ${paid.paid_at?.slice(0, 10)}`);
    expect(text).not.toContain('Please pay');
  });

  it('get a report of one month', async () => {
    const { id } = await server.createAccount();
    await server.operator.profiles.update({ account_id: id, country: 'FR' });
    const at = Date.parse('2027-03-31T21:59:59Z');
    const sold = await issue([{ unit_price: 1_000_001 }], { id, at });
    await issue([{}], { id, at: at + 1000 });
    const report = await server.run('billing report', '--month', '2027-03');
    expect(report).toMatchObject({
      month: '2027-03',
      revenue: [{ currency: 'EUR', documents: 1, net: 1_000_001, tax: 190_000, total: 1_190_001 }],
      taxes: [{ tax_category: 'standard', tax_country: 'DE', customer_country: 'FR', tax_rate: 19, net: 1_000_001 }],
      cross_border: { year: 2027, currency: 'EUR', net: 1_000_001, limit: 1_000_000, is_over: true },
    });
    expect(report.open).toContainEqual({
      currency: 'EUR',
      status: 'unpaid',
      invoices: expect.any(Number),
      due: expect.any(Number),
    });
    moveTo(at);
    await credit(sold.id);
    expect(await server.run('billing report', '--month', '2027-03')).toMatchObject({
      revenue: [{ documents: 2, net: 0, tax: 0, total: 0 }],
      cross_border: { net: 0, is_over: false },
    });
    await expect(server.run('billing report', '--month', 'March')).rejects.toMatchObject({
      details: [{ field: '--month' }],
    });
  });
});
