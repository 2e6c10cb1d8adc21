import { sql } from '@hostler/database';
import type { Invoice, Subscription } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, formatTime, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import type { RunLine } from '../../billing/run/step.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({
    env: {
      HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated',
      HOSTLER_SELLER_NAME: 'Example Hosting',
      HOSTLER_SELLER_COUNTRY: 'DE',
    },
    byHand: ['billing.run'],
  });
  server.clock.standStill();
  const { plans } = server.operator;
  const disk_gb = 20;
  await plans.create({ name: 'S', price: 3000, disk_gb });
  await plans.create({ name: 'M', price: 6000, disk_gb, vcpus: 2, stock: 1 });
  await plans.create({ name: 'L', price: 9000, disk_gb, vcpus: 4 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.createAccount();
});

/** Sells a subscription and waits until its server runs. */
async function sell(plan: string) {
  const order = { account_id: account.id, plan, hostname: 'shop.example.com' };
  const { id, invoice: unpaid } = await server.operator.subscriptions.create(order);
  const isActive = ({ status }: Subscription) => status === 'active';
  return {
    ...(await server.until(`/subscriptions/show?id=${id}`, account.live, isActive)),
    unpaid,
  };
}

/** Sells a subscription and pays its first invoice. */
async function buy(plan = 'S') {
  const { unpaid, ...sold } = await sell(plan);
  await server.operator.payments.create({ invoice_id: unpaid?.id ?? 0 });
  return sold;
}

const subscriptions = () => server.hostler.customer.subscriptions;
const show = async (id: number) => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data;
const change = async (id: number, plan: string, key = account.live) => {
  const { body } = await server.post('/subscriptions/preview', key, { id, plan });
  const confirmed = { id, plan, expected_amount: body.data.amount_due_now };
  return server.post('/subscriptions/change', key, confirmed);
};
/** Requests a change that waits for its payment. */
const requestChange = async (id: number, plan: string) => {
  const { body } = await change(id, plan);
  if (!body.data.pending_change || !body.data.invoice) throw new Error('the change does not wait for a payment');
  return { pending: body.data.pending_change, invoice: body.data.invoice };
};
/** Requests a change at another time. */
const requestAt = async (id: number, plan: string, at: number) => {
  const { totals } = await server.hostler.db.read(subscriptions().preview(account.id, id, { plan }, at));
  const confirmed = { plan, expected_amount: totals.total };
  const { invoice } = await server.hostler.db.write(() => subscriptions().change(account.id, id, confirmed, at));
  if (!invoice) throw new Error('not invoiced');
  return invoice;
};
let payments = 0;
const payAt = (invoice: Pick<Invoice, 'id' | 'amount_due'>, at: number, amount = invoice.amount_due) =>
  server.hostler.db.write(() => {
    const received = { key: `test:${++payments}`, invoiceId: invoice.id, amount, currency: 'EUR' };
    return server.hostler.customer.payments.record(account.id, { ...received, method: 'transfer', receivedAt: at }, at);
  });
const invoiceOf = async (id: number) => (await server.get(`/billing/invoices/show?id=${id}`, account.live)).body.data;
const listInvoices = async () => (await server.get('/billing/invoices?sort=asc', account.live)).body.data;
const balance = async () => (await server.get('/billing/balance', account.live)).body.data;
const withdraw = (id: number, key = account.live) => server.post(`/subscriptions/withdraw-change?id=${id}`, key, {});
const stockOf = async (name: string) =>
  (await server.operator.plans.list({})).find((plan) => plan.name === name)?.stock ?? null;
const giveCredit = (amount: number) =>
  server.operator.payments.grantCredit({ account_id: account.id, amount, reason: 'test' });
async function run(at: number): Promise<string[]> {
  const lines: RunLine[] = [];
  await server.operator.billing.run({ at, yes: true, onLine: (line) => lines.push(line) });
  return lines.filter(({ account_id }) => account_id === account.id).map(({ what }) => what);
}
const MAILS = sql<{ account_id: number }, { kind: string }>(
  `select m.kind from mails as m join accounts as a on a.email = m.recipient where a.id = :account_id order by m.id`,
);
const listMails = async (...kinds: string[]) =>
  (await server.hostler.db.read(MAILS.all({ account_id: account.id })))
    .map(({ kind }) => kind)
    .filter((kind) => kinds.includes(kind));
const SAVE_CARD = sql<{ account_id: number; key: string; reference: string }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, :key, 'simulated', :reference, 'A card', 'active', 1, 1)`,
);
const saveCard = (reference: string) =>
  server.hostler.db.write(() => SAVE_CARD.run({ account_id: account.id, key: `mandate:${account.id}`, reference }));
const WITH_TAX = 1.19;

describe('a change to a larger plan', () => {
  it('waits until its invoice is paid, and takes effect with the payment', async () => {
    const { id, hosting_id } = await buy();
    const { status, body } = await change(id, 'L');
    expect(status).toBe(200);
    const { invoice, pending_change } = body.data;
    const expires_at = formatTime(server.clock.now() + 7 * DAY);
    expect(body.data).toMatchObject({ plan: 'S', price: 3000, status: 'active' });
    expect(pending_change).toEqual({ plan: 'L', invoice_id: invoice?.id, expires_at });
    expect(invoice).toMatchObject({ status: 'unpaid', due_at: expires_at, total: Math.round(6000 * WITH_TAX) });
    const { body: server1 } = await server.get(`/hosting/show?id=${hosting_id}`, account.live);
    expect(server1.data.vcpus).toBe(1);
    await server.operator.payments.create({ invoice_id: invoice?.id ?? 0 });
    expect(await show(id)).toMatchObject({ plan: 'L', price: 9000, pending_change: null });
    await server.until(`/hosting/show?id=${hosting_id}`, account.live, ({ vcpus }) => vcpus === 4);
    expect(await listInvoices()).toHaveLength(2);
  });

  it('shows in the preview whether it must be paid first', async () => {
    const { id } = await buy();
    const preview = async (plan: string) =>
      (await server.post('/subscriptions/preview', account.live, { id, plan })).body.data;
    expect(await preview('L')).toMatchObject({ payment_required: true, immediately: true });
    await server.run('account trust', '--id', account.id);
    expect(await preview('L')).toMatchObject({ payment_required: false, immediately: true });
  });

  it('takes effect immediately if credit covers it, for trusted accounts, and if staff make it', async () => {
    const { id } = await buy();
    await giveCredit(10_000);
    expect((await change(id, 'L')).body.data).toMatchObject({
      plan: 'L',
      pending_change: null,
      invoice: { status: 'paid' },
    });
    const other = await buy();
    await server.run('account trust', '--id', account.id);
    expect((await change(other.id, 'L')).body.data).toMatchObject({ plan: 'L', invoice: { status: 'unpaid' } });
    await server.run('account trust', '--id', account.id, '--off');
    const third = await buy();
    const changed = await server.run('subscription change', '--id', third.id, '--plan', 'L');
    expect(changed).toMatchObject({ plan: 'L', pending_change: null, invoice: { status: 'unpaid' } });
  });

  it('waits for its new invoice if a confirmed VAT id replaced the first one', async () => {
    const { id } = await buy();
    server.clock.advance(DAY);
    const address = { company: 'Exemple SARL', street: 'Rue 1', postal_code: '75002', city: 'Paris', country: 'FR' };
    const vat = { kind: 'business', vat_id: 'FR32123456789', ...address } as const;
    await server.operator.profiles.update({ account_id: account.id, ...vat });
    const { invoice } = await requestChange(id, 'L');
    await server.operator.profiles.update({ account_id: account.id, confirm_vat: true });
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'cancelled' });
    const { plan, pending_change } = await show(id);
    expect([plan, pending_change?.plan]).toEqual(['S', 'L']);
    expect(pending_change?.invoice_id).toBeGreaterThan(invoice.id);
    await server.operator.payments.create({ invoice_id: pending_change?.invoice_id ?? 0 });
    expect(await show(id)).toMatchObject({ plan: 'L', pending_change: null });
  });

  it('does not use credit until the credit covers the whole amount', async () => {
    const { id } = await buy();
    await giveCredit(1000);
    const { invoice } = await requestChange(id, 'L');
    expect(invoice.amount_due).toBe(invoice.total);
    expect(await balance()).toMatchObject({ credit: 1000 });
    await giveCredit(invoice.total - 1001);
    expect(await balance()).toMatchObject({ credit: invoice.total - 1, due: invoice.total });
    expect(await show(id)).toMatchObject({ plan: 'S' });
    await giveCredit(1);
    expect(await show(id)).toMatchObject({ plan: 'L', pending_change: null });
    expect(await balance()).toMatchObject({ credit: 0, due: 0 });
  });

  it('is charged to the saved payment method immediately, and takes effect when the charge succeeds', async () => {
    const { id } = await buy();
    await saveCard('sim_ok');
    expect((await change(id, 'L')).status).toBe(200);
    const isChanged = ({ plan }: Subscription) => plan === 'L';
    await server.until(`/subscriptions/show?id=${id}`, account.live, isChanged);
  });

  it('stays pending if the saved payment method is declined, and the customer gets a mail', async () => {
    const { id } = await buy();
    await saveCard('sim_hard');
    await requestChange(id, 'L');
    await expect.poll(() => listMails('payment-declined')).toEqual(['payment-declined']);
    expect(await show(id)).toMatchObject({ plan: 'S', status: 'active', pending_change: { plan: 'L' } });
  });

  it('with a test key returns the same response as with a live key and changes nothing', async () => {
    const { id } = await buy();
    expect((await change(id, 'L', account.test)).body.data).toMatchObject({ pending_change: { plan: 'L' } });
    expect(await show(id)).toMatchObject({ pending_change: null });
    expect(await listInvoices()).toHaveLength(1);
  });

  it('takes effect once if two payments arrive at the same time; the second becomes credit', async () => {
    const { id } = await buy();
    const { invoice } = await requestChange(id, 'L');
    await Promise.all([payAt(invoice, server.clock.now()), payAt(invoice, server.clock.now())]);
    expect(await show(id)).toMatchObject({ plan: 'L', pending_change: null });
    expect(await balance()).toMatchObject({ credit: invoice.total, due: 0 });
  });
});

describe('the proration of a change that is paid later', () => {
  it('is fixed for 10 minutes, and is then counted from the payment; the difference becomes credit', async () => {
    const { id } = await buy();
    const now = server.clock.now();
    const early = await requestChange(id, 'L');
    await payAt(early.invoice, now + 10 * MINUTE);
    expect(await listInvoices()).toHaveLength(2);
    const later = await buy();
    const [start, end] = [Date.parse(later.current_period_start), Date.parse(later.current_period_end)];
    const { invoice } = await requestChange(later.id, 'L');
    const at = now + 6 * DAY;
    await payAt(invoice, at);
    const fair = Math.round(Math.round((6000 * (end - at)) / (end - start)) * WITH_TAX);
    const { credit } = await balance();
    expect(Math.abs(credit - (invoice.total - fair))).toBeLessThanOrEqual(1);
    expect(await show(later.id)).toMatchObject({ plan: 'L', price: 9000 });
    expect((await listInvoices()).at(-1)).toMatchObject({ type: 'credit_note', total: -credit });
  });

  it('charges the next period from its start if that was billed in the meantime', async () => {
    const { id, current_period_end } = await buy();
    const end = Date.parse(current_period_end);
    const invoice = await requestAt(id, 'L', end - 10 * DAY);
    await run(end - 6 * DAY);
    expect(await show(id)).toMatchObject({ plan: 'S', pending_change: { plan: 'L' } });
    await payAt(invoice, end - 5 * DAY);
    expect(await show(id)).toMatchObject({ plan: 'L', pending_change: null });
    const last = (await listInvoices()).findLast(({ type }) => type === 'invoice');
    expect(last).toMatchObject({ due_at: current_period_end, total: Math.round(6000 * WITH_TAX) });
  });

  it('is invoiced again if the invoiced period is over', async () => {
    const { id, current_period_end } = await buy();
    const end = Date.parse(current_period_end);
    // Requested before the next period is billed, and paid after that has begun, because billing was late.
    const invoice = await requestAt(id, 'L', end - 8 * DAY);
    await run(end - 2 * DAY);
    await server.hostler.db.write(() => MOVE.run({ id, to: end + 2 * DAY }));
    await payAt(invoice, end + DAY);
    const { plan, pending_change } = await show(id);
    expect(plan).toBe('S');
    const again = await invoiceOf(pending_change?.invoice_id ?? 0);
    expect(again.id).not.toBe(invoice.id);
    expect(again.total).toBeGreaterThan(invoice.total);
    expect(await balance()).toMatchObject({ credit: 0 });
    await payAt(again, end + DAY);
    expect(await show(id)).toMatchObject({ plan: 'L', pending_change: null });
  });
});
const MOVE = sql<{ id: number; to: number }>('update subscriptions set pending_expires_at = :to where id = :id');

describe('an unpaid change', () => {
  it('lapses after 7 days: its invoice is cancelled, its stock is released, and no dunning follows', async () => {
    const { id, current_period_end } = await buy();
    const { invoice, pending } = await requestChange(id, 'M');
    expect(await stockOf('M')).toBe(0);
    const expires = Date.parse(pending.expires_at);
    expect(await run(expires - SECOND)).toEqual([]);
    expect(await show(id)).toMatchObject({ pending_change: { plan: 'M' } });
    expect((await run(expires + SECOND)).join()).toContain('lapsed');
    expect(await show(id)).toMatchObject({ plan: 'S', status: 'active', pending_change: null });
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'cancelled', amount_due: 0 });
    expect(await stockOf('M')).toBe(1);
    expect(await listMails('plan change lapsed', 'dunning')).toEqual(['plan change lapsed']);
    for (const days of [8, 14, 22]) await run(expires + days * DAY);
    expect(await listMails('dunning')).toEqual([]);
    expect(await show(id)).toMatchObject({ current_period_end: expect.not.stringMatching(current_period_end) });
  });

  it('is not dunned while it cannot lapse because no documents can be issued', async () => {
    const { id } = await buy();
    const { invoice, pending } = await requestChange(id, 'L');
    const at = Date.parse(pending.expires_at) + 30 * DAY;
    const { dunning } = server.hostler.customer;
    expect(await server.hostler.db.write(() => dunning.fallDue(account.id, invoice.id, at))).toEqual([]);
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'unpaid' });
    expect(await show(id)).toMatchObject({ status: 'active' });
  });

  it('becomes credit if it is paid after it lapsed', async () => {
    const { id } = await buy();
    const { invoice, pending } = await requestChange(id, 'L');
    await run(Date.parse(pending.expires_at) + SECOND);
    await payAt(invoice, Date.parse(pending.expires_at) + HOUR);
    expect(await show(id)).toMatchObject({ plan: 'S', pending_change: null });
    expect(await balance()).toMatchObject({ credit: invoice.total });
  });

  it('takes effect or becomes credit if it is paid at the moment it lapses', async () => {
    const { id } = await buy();
    const { invoice, pending } = await requestChange(id, 'L');
    const at = Date.parse(pending.expires_at) + SECOND;
    await Promise.all([payAt(invoice, at), run(at)]);
    const { plan, pending_change } = await show(id);
    expect(pending_change).toBeNull();
    const { credit } = await balance();
    if (plan === 'S') expect(credit).toBe(invoice.total);
    else expect(credit).toBeLessThan(invoice.total / 2);
  });

  it('returns a partial payment as credit when it lapses', async () => {
    const { id } = await buy();
    const { invoice, pending } = await requestChange(id, 'L');
    await payAt(invoice, server.clock.now(), 1000);
    expect(await show(id)).toMatchObject({ plan: 'S', pending_change: { plan: 'L' } });
    await run(Date.parse(pending.expires_at) + SECOND);
    expect(await balance()).toMatchObject({ credit: 1000, due: 0 });
  });

  it('does not lapse and cannot be withdrawn while its payment is in progress', async () => {
    const { id } = await buy();
    const { invoice, pending } = await requestChange(id, 'L');
    await server.hostler.db.write(() => IN_PROGRESS.run({ account_id: account.id, invoice_id: invoice.id }));
    expect(await run(Date.parse(pending.expires_at) + DAY)).toEqual([]);
    expect((await withdraw(id)).body.error.message).toContain('in progress');
    expect((await change(id, 'M')).status).toBe(409);
    expect(await show(id)).toMatchObject({ pending_change: { plan: 'L' } });
  });
});
const IN_PROGRESS = sql<{ account_id: number; invoice_id: number }>(
  `insert into payments (account_id, invoice_id, key, amount, currency, method, status, processing, created_at)
   values (:account_id, :invoice_id, 'in progress', 1, 'EUR', 'debit', 'pending', 1, 1)`,
);

describe('a pending change', () => {
  it('can be withdrawn once, and only by its own account', async () => {
    const { id } = await buy();
    expect((await withdraw(id)).status).toBe(409);
    const { invoice } = await requestChange(id, 'M');
    const stranger = await server.createAccount();
    expect((await withdraw(id, stranger.live)).status).toBe(404);
    expect((await withdraw(id, account.test)).body.data).toMatchObject({ pending_change: null });
    expect(await show(id)).toMatchObject({ pending_change: { plan: 'M' } });
    expect((await withdraw(id)).body.data).toMatchObject({ plan: 'S', pending_change: null });
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'cancelled' });
    expect(await stockOf('M')).toBe(1);
    expect((await withdraw(id)).status).toBe(409);
  });

  it('is refused if requested again, and is replaced by a change to another plan', async () => {
    const { id } = await buy();
    const first = await requestChange(id, 'M');
    const same = await change(id, 'M');
    expect([same.status, same.body.error.message]).toEqual([409, expect.stringContaining(first.invoice.number)]);
    const second = await requestChange(id, 'L');
    expect(await invoiceOf(first.invoice.id)).toMatchObject({ status: 'cancelled' });
    expect(await stockOf('M')).toBe(1);
    await server.operator.payments.create({ invoice_id: second.invoice.id });
    expect(await show(id)).toMatchObject({ plan: 'L' });
  });

  it('is created once by two simultaneous requests', async () => {
    const { id } = await buy();
    const both = await Promise.all([change(id, 'L'), change(id, 'L')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await listInvoices()).toHaveLength(2);
  });

  it('can be requested at most 20 times a day per subscription', async () => {
    const { id } = await buy();
    const statuses: number[] = [];
    for (let count = 0; count < 21; count++) {
      statuses.push((await change(id, 'L')).status);
      await withdraw(id);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 409]);
  });

  it.each(['at the end of the period', 'now'])('ends if the subscription is cancelled %s', async (when) => {
    const { id } = await buy();
    const { invoice } = await requestChange(id, 'L');
    const immediately = when === 'now';
    const { body } = await server.post(`/subscriptions/cancel?id=${id}`, account.live, { immediately });
    expect(body.data).toMatchObject({ pending_change: null });
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'cancelled' });
    await payAt(invoice, server.clock.now());
    expect(await show(id)).toMatchObject({ plan: 'S' });
    expect(await balance()).toMatchObject({ credit: invoice.total });
  });

  it('that was withdrawn does not prevent a cancellation from cancelling a billed period', async () => {
    const { id, current_period_end } = await buy();
    const before = Date.parse(current_period_end) - DAY;
    await run(before);
    await requestAt(id, 'L', before);
    await server.hostler.db.write(() => subscriptions().withdraw(account.id, id, before));
    await server.hostler.db.write(() => subscriptions().cancel(account.id, id, false, before));
    expect(await show(id)).toMatchObject({ current_period_end });
    expect(await balance()).toMatchObject({ due: 0, credit: 0 });
  });

  it('ends if staff credit its invoice', async () => {
    const { id } = await buy();
    const { invoice } = await requestChange(id, 'M');
    await server.operator.invoices.credit({ id: invoice.id, reason: 'By mistake.' });
    expect(await show(id)).toMatchObject({ plan: 'S', pending_change: null });
    expect(await stockOf('M')).toBe(1);
  });

  it('ends if the subscription is suspended', async () => {
    const { id, unpaid } = await sell('S');
    const { invoice } = await requestChange(id, 'L');
    const due = Date.parse(unpaid?.due_at ?? '') + SECOND;
    await server.hostler.db.write(() => MOVE.run({ id, to: due + 100 * DAY }));
    await run(due);
    expect(await show(id)).toMatchObject({ status: 'past_due', pending_change: { plan: 'L' } });
    for (const days of [10, 14]) await run(due + days * DAY);
    expect(await show(id)).toMatchObject({ status: 'suspended', pending_change: null });
    expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'cancelled' });
  });

  it('is carried out by the billing run if it was not carried out with its payment', async () => {
    const { id } = await buy();
    const { invoice } = await requestChange(id, 'L');
    // A process of the previous release records the payment. It does not know about waiting changes.
    await server.hostler.db.write(() => PAID.run({ id: invoice.id }));
    expect(await show(id)).toMatchObject({ plan: 'S' });
    expect((await run(server.clock.now())).join()).toContain('carried out');
    expect(await show(id)).toMatchObject({ plan: 'L', pending_change: null });
  });
});
const PAID = sql<{ id: number }>("update invoices set status = 'paid', amount_paid = total where id = :id");
