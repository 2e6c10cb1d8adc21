import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, SECOND } from '#kernel/time.ts';
import { change } from '../../profiles/service.ts';
import type { RunLine } from '../run/step.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({
    env: { HOSTLER_TERMINATE_DAYS: '30', HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated' },
  });
  server.clock.standStill();
  await server.operator.plans.create({ name: 'VPS S', price: 990, billing_period: 'yearly' });
});
afterAll(() => server.stop());

const MAILS = sql<{ account_id: number }, { kind: string }>(
  `select m.kind from mails as m join accounts as a on a.email = m.recipient
   where a.id = :account_id and m.kind = 'dunning' order by m.id`,
);
const countMails = async () => (await server.hostler.db.read(MAILS.all({ account_id: account.id }))).length;

/** Runs billing and returns the lines about this account. */
async function run(at: number): Promise<string[]> {
  const lines: RunLine[] = [];
  await server.operator.billing.run({ at, yes: true, onLine: (line) => lines.push(line) });
  return lines.filter(({ account_id }) => account_id === account.id).map(({ what }) => what);
}

/** Creates a customer with a server whose first invoice is unpaid. Returns its due time. */
async function sellUnpaid(hostname = 'shop.example.com') {
  account = await server.createAccount();
  const order = { account_id: account.id, plan: 'VPS S', hostname };
  const { invoice, ...sold } = await server.operator.subscriptions.create(order);
  if (!invoice) throw new Error('not invoiced');
  // API times are in whole seconds.
  const due = Date.parse(invoice.due_at) + SECOND;
  const status = async () => (await server.get(`/hosting/show?id=${sold.hosting_id}`, account.live)).body.data.status;
  await server.until(`/hosting/show?id=${sold.hosting_id}`, account.live, ({ status }) => status === 'running');
  return { ...sold, invoice, due, status, number: invoice.number };
}
type Sold = Awaited<ReturnType<typeof sellUnpaid>>;
const untilIs = (sold: Sold, status: string) =>
  server.until(`/hosting/show?id=${sold.hosting_id}`, account.live, (vps: { status: string }) => vps.status === status);

const SAVE_CARD = sql<{ account_id: number; key: string; reference: string }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, :key, 'simulated', :reference, 'A card', 'active', 1, 1)`,
);
const PENDING = sql<{ account_id: number }, { count: number }>(
  `select count(*) as count from payments where account_id = :account_id and status = 'pending'`,
);

describe('a saved card', () => {
  /** Returns the days after the due day on which the card was charged, with three runs a day. */
  async function listCharges(card: string) {
    const { due, number } = await sellUnpaid();
    await server.hostler.db.write(() =>
      SAVE_CARD.run({ account_id: account.id, key: `mandate:${account.id}`, reference: card }),
    );
    const days: number[] = [];
    for (let hours = 0; hours <= 9 * 24; hours += 8) {
      const done = await run(due + hours * HOUR);
      if (done.some((line) => line.startsWith(`Invoice ${number} is charged`))) days.push(hours / 24);
      const pending = async () => (await server.hostler.db.read(PENDING.one({ account_id: account.id })))?.count;
      await expect.poll(pending).toBe(0);
    }
    return days;
  }

  it('is charged once, on the due day', async () => {
    expect(await listCharges('sim_ok')).toEqual([0]);
  });

  it('is charged again on days 1, 3, 5 and 7 if it has insufficient funds', async () => {
    expect(await listCharges('sim_soft')).toEqual([0, 1, 3, 5, 7]);
  });

  it('is not charged again after a permanent decline', async () => {
    expect(await listCharges('sim_hard')).toEqual([0]);
  });
});

const SUSPEND = sql<{ account_id: number; invoice_id: number; subscription_id: number; hosting_id: number }>(
  `insert into billing_suspensions (account_id, invoice_id, subscription_id, hosting_id, since)
   values (:account_id, :invoice_id, :subscription_id, :hosting_id, 1)`,
);

describe('an unpaid invoice', () => {
  it('leads to reminders, a warning with the date, and a suspension, each once; payment lifts the suspension', async () => {
    const sold = await sellUnpaid();
    const { due, number } = sold;
    expect(await run(due)).toEqual([`Invoice ${number} is overdue.`]);
    expect(await run(due + DAY - HOUR)).toEqual([]);
    const reminded = `Invoice ${number}: the customer is reminded.`;
    expect(await run(due + DAY)).toEqual([reminded]);
    for (const days of [1, 0, 2, 6]) expect(await run(due + days * DAY)).toEqual([]);
    expect(await run(due + 7 * DAY)).toEqual([reminded]);
    expect(await countMails()).toBe(2);
    expect(await run(due + 10 * DAY)).toEqual([`Invoice ${number}: the customer is told the day of the suspension.`]);
    expect(await run(due + 14 * DAY - HOUR)).toEqual([]);
    expect(await sold.status()).toBe('running');
    expect(await run(due + 14 * DAY)).toEqual([
      reminded,
      `shop.example.com is suspended until invoice ${number} is paid.`,
    ]);
    await untilIs(sold, 'suspended');
    const { body } = await server.get(`/hosting/show?id=${sold.hosting_id}`, account.live);
    expect(body.data.suspension_reason).toBe(`Invoice ${number} has not been paid.`);
    for (const days of [14, 13, 20]) expect(await run(due + days * DAY)).toEqual([]);

    await server.operator.payments.create({ invoice_id: sold.invoice.id });
    await untilIs(sold, 'running');
  });

  it('keeps the server suspended if only another invoice that suspends the server is paid', async () => {
    const sold = await sellUnpaid();
    await server.operator.charges.add({ account_id: account.id, description: 'Work', amount: 500, currency: 'EUR' });
    const [other] = await server.operator.invoices.issue({ account_id: account.id });
    for (const days of [0, 10, 14]) await run(sold.due + days * DAY);
    await untilIs(sold, 'suspended');
    const both = { account_id: account.id, hosting_id: sold.hosting_id ?? 0, subscription_id: sold.id };
    await server.hostler.db.write(() => SUSPEND.run({ ...both, invoice_id: other?.id ?? 0 }));
    await server.operator.payments.create({ invoice_id: other?.id ?? 0 });
    const { body } = await server.get(`/subscriptions/show?id=${sold.id}`, account.live);
    expect([body.data.status, await sold.status()]).toEqual(['suspended', 'suspended']);
    await server.operator.payments.create({ invoice_id: sold.invoice.id });
    await untilIs(sold, 'running');
  });

  it.each(['credit', 'writeOff'] as const)('does not leave the subscription past_due after %s', async (how) => {
    account = await server.createAccount();
    const { id, invoice } = await server.operator.subscriptions.create({ account_id: account.id, plan: 'VPS S' });
    const status = async () => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data.status;
    await run(Date.parse(invoice?.due_at ?? '') + SECOND);
    expect(await status()).toBe('past_due');
    await server.operator.invoices[how]({ id: invoice?.id ?? 0, reason: 'Never mind.' });
    expect(await status()).toBe('active');
  });

  it('gets one warning mail, 3 days before the suspension, if the billing run is late', async () => {
    const { due, number } = await sellUnpaid();
    const late = due + 60 * DAY;
    const done = await run(late);
    expect(done.filter((line) => line.includes(number))).toEqual([
      `Invoice ${number} is overdue.`,
      `Invoice ${number}: the customer is told the day of the suspension.`,
    ]);
    expect(await run(late + 3 * DAY - HOUR)).not.toContainEqual(expect.stringContaining('is suspended'));
    expect(await run(late + 3 * DAY)).toContainEqual(expect.stringContaining('is suspended'));
  });

  it('suspends nothing while staff hold the account, and gets a new warning after the hold', async () => {
    const { due, number, status } = await sellUnpaid();
    await run(due);
    await run(due + 10 * DAY);
    await server.hostler.db.write(() => change(account.id, () => ({ hold_until: due + 30 * DAY }), due));
    for (const days of [14, 20, 29]) {
      expect(await run(due + days * DAY)).not.toContainEqual(expect.stringContaining('is suspended'));
    }
    const warned = `Invoice ${number}: the customer is told the day of the suspension.`;
    expect(await run(due + 30 * DAY)).toContain(warned);
    expect(await run(due + 32 * DAY)).not.toContainEqual(expect.stringContaining('is suspended'));
    expect(await status()).toBe('running');
    expect(await run(due + 33 * DAY)).toContainEqual(expect.stringContaining('is suspended'));
  });

  it('terminates the server and its subscription 30 days after the suspension, after a last backup', async () => {
    const sold = await sellUnpaid('gone.example.com');
    for (const days of [0, 10, 14]) await run(sold.due + days * DAY);
    await untilIs(sold, 'suspended');
    expect(await run(sold.due + 44 * DAY - HOUR)).toEqual([]);
    const end = sold.due + 44 * DAY;
    // The first run only starts the last backup.
    expect(await run(end)).toEqual([]);
    expect(await sold.status()).toBe('suspended');
    await expect
      .poll(() => run(end))
      .toEqual([expect.stringMatching(/^gone.example.com is terminated; backup \d+ is/)]);
    await untilIs(sold, 'terminated');
    const { body } = await server.get(`/subscriptions/show?id=${sold.id}`, account.live);
    expect(body.data.status).toBe('cancelled');
    expect(await run(end + DAY)).toEqual([]);
  });

  it('suspends a subscription without a server, which is not billed, resumes when paid, or ends after 30 days', async () => {
    account = await server.createAccount();
    const { invoice, id } = await server.operator.subscriptions.create({ account_id: account.id, plan: 'VPS S' });
    const due = Date.parse(invoice?.due_at ?? '') + SECOND;
    const status = async () => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data.status;
    for (const days of [0, 10]) await run(due + days * DAY);
    expect(await run(due + 14 * DAY)).toContain(`VPS S is suspended until invoice ${invoice?.number} is paid.`);
    expect([await status(), await run(due + 400 * DAY - 390 * DAY)]).toEqual(['suspended', []]);
    const { id: payment } = await server.operator.payments.create({ invoice_id: invoice?.id ?? 0 });
    expect(await status()).toBe('active');
    await server.operator.payments.reverse({ id: payment, reason: 'No such account.' });
    await server.operator.payments.allowCharging({ account_id: account.id });
    for (const days of [20, 23]) await run(due + days * DAY);
    expect(await status()).toBe('suspended');
    expect(await run(due + 53 * DAY)).toEqual(['VPS S has ended.']);
    expect([await status(), await run(due + 54 * DAY)]).toEqual(['cancelled', []]);
  });

  it('is dunned again after its payment is reversed, and is reported as overdue only once', async () => {
    const sold = await sellUnpaid('back.example.com');
    for (const days of [0, 10, 14]) await run(sold.due + days * DAY);
    await untilIs(sold, 'suspended');
    const { id } = await server.operator.payments.create({ invoice_id: sold.invoice?.id ?? 0 });
    await untilIs(sold, 'running');
    await server.operator.payments.reverse({ id, reason: 'No such account.' });
    // No warning is sent until staff have resolved the reversal.
    expect(await run(sold.due + 20 * DAY)).toEqual([]);
    await server.operator.payments.allowCharging({ account_id: account.id });
    expect(await run(sold.due + 20 * DAY)).toEqual([
      `Invoice ${sold.number}: the customer is told the day of the suspension.`,
    ]);
    expect(await run(sold.due + 23 * DAY)).toContainEqual(expect.stringContaining('is suspended'));
  });
});
