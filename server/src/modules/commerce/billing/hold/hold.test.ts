import { sql } from '@hostler/database';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import type { RunLine } from '../run/step.ts';

const BOOKS = 'books@example.com';
const START = Date.UTC(2026, 10, 17, 12);
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({
    worker: false,
    env: {
      HOSTLER_SELLER_NAME: 'Example Hosting',
      HOSTLER_SELLER_EMAIL: BOOKS,
      HOSTLER_TAX_SMALL_BUSINESS: 'on',
      HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated',
    },
  });
  server.clock.standStill();
  server.clock.advance(START - server.clock.now());
  await server.operator.plans.create({ name: 'S', price: 990 });
});
afterEach(() => server.stop());

const SAVE_CARD = sql<{ account_id: number; key: string; now: number }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, :key, 'simulated', 'sim_ok', 'A card', 'active', 1, :now)`,
);
const INVOICES = sql<object, { number: string; status: string }>('select number, status from invoices order by id');
const PAYMENTS = sql<object, { status: string }>('select status from payments order by id');
const CHARGES = sql<object, { attempts: number }>(
  `select attempts from jobs where kind = 'payments.charge' and leased_by is null order by id`,
);
const MAILS = sql<object, { kind: string }>('select kind from mails order by id');

const numbers = async () => (await server.hostler.db.read(INVOICES.all({}))).map(({ number }) => number);
const payments = async () => (await server.hostler.db.read(PAYMENTS.all({}))).map(({ status }) => status);
const mails = async () => (await server.hostler.db.read(MAILS.all({}))).map(({ kind }) => kind);
const attempts = async () => (await server.hostler.db.read(CHARGES.all({}))).map((job) => job.attempts);

async function run(request: { at?: number; yes?: boolean } = {}): Promise<RunLine[]> {
  const lines: RunLine[] = [];
  await server.operator.billing.run({ ...request, onLine: (line) => lines.push(line) });
  return lines;
}

async function sellWithCard(): Promise<TestAccount> {
  const account = await server.createAccount();
  const saved = { account_id: account.id, key: `mandate:${account.id}`, now: server.clock.now() };
  await server.hostler.db.write(() => SAVE_CARD.run(saved));
  await server.operator.subscriptions.create({ account_id: account.id, plan: 'S' });
  return account;
}

const HELD = expect.objectContaining({ step: 'billing', state: 'held' });

describe('when the clock jumps ahead', () => {
  it('by 95 days, nothing is issued or charged, staff are notified, and billing continues after the correction', async () => {
    for (let count = 0; count < 3; count++) await sellWithCard();
    expect(await run()).toEqual([]);
    const before = await numbers();
    server.startWorker();

    server.clock.advance(95 * DAY);
    const told = await untilMail(
      server.dataDir,
      BOOKS,
      ({ subject }) => subject?.startsWith('Billing is held') ?? false,
    );
    const text = told.text?.replaceAll(/\s+/g, ' ');
    expect(text).toContain('95 days ahead of the last billing run at 2026-11-17T12:00:00+00:00');
    expect(text).toContain('hostler billing run --yes');
    expect(await run()).toEqual([HELD]);
    const { detail, advice } = await server.operator.billing.check();
    expect(detail).toContain('Billing is held');
    expect(advice).toContain('hostler billing run --yes');
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('\nhostler_billing_held 1\n');

    server.clock.advance(-95 * DAY);
    await untilMail(server.dataDir, BOOKS, ({ subject }) => subject === 'Billing continues');
    expect(await run()).toEqual([]);
    expect(await server.operator.billing.check()).toMatchObject({ advice: null });
    expect(await numbers()).toEqual(before);
    expect(await payments()).toEqual([]);
    expect((await mails()).filter((kind) => kind === 'dunning')).toEqual([]);
  });

  it('queued charges and their retries are held until staff confirm', async () => {
    await sellWithCard();
    expect(await run({ at: START + 15 * DAY })).toContainEqual(expect.objectContaining({ state: 'done' }));
    expect(await payments()).toEqual(['pending']);
    server.clock.advance(5 * DAY);
    server.startWorker();
    await expect.poll(attempts).toEqual([1]);
    server.clock.advance(2 * MINUTE);
    await expect.poll(attempts).toEqual([2]);
    expect(await payments()).toEqual(['pending']);

    await run({ yes: true });
    server.clock.advance(2 * MINUTE);
    await expect.poll(payments).toContain('succeeded');
  });

  it('a customer can pay a due invoice, and the subscription is reactivated immediately', async () => {
    const account = await server.createAccount();
    const { invoice } = await server.operator.subscriptions.create({ account_id: account.id, plan: 'S' });
    await run();
    const overdue = START + 15 * DAY;
    await run({ at: overdue });
    for (const days of [25, 29]) await run({ at: START + days * DAY });
    const status = async () => (await server.get('/subscriptions', account.live)).body.data[0]?.status;
    expect(await status()).toBe('suspended');
    const before = await numbers();

    server.clock.advance(95 * DAY);
    expect(await run()).toEqual([HELD]);
    await server.operator.payments.create({ invoice_id: invoice?.id ?? 0 });
    expect(await status()).toBe('active');
    expect(await run()).toEqual([HELD]);
    expect(await numbers()).toEqual(before);
  });

  it('a subscription that is reactivated during the hold is billed from the time billing continues', async () => {
    const account = await server.createAccount();
    const { id, invoice } = await server.operator.subscriptions.create({ account_id: account.id, plan: 'S' });
    for (const days of [15, 25, 29, 70]) {
      server.clock.advance(START + days * DAY - server.clock.now());
      await run({ yes: true });
    }
    const before = await numbers();
    server.clock.advance(95 * DAY);
    await server.operator.payments.create({ invoice_id: invoice?.id ?? 0 });
    expect(await numbers()).toEqual(before);
    server.clock.advance(2 * HOUR);
    expect(await run({ yes: true })).toContainEqual(expect.objectContaining({ step: 'renewals', state: 'done' }));
    const { body } = await server.get(`/subscriptions/show?id=${id}`, account.live);
    expect(Date.parse(body.data.current_period_start)).toBe(START + 165 * DAY + 2 * HOUR);
  });
});

describe('held billing', () => {
  it('continues after the clock has advanced steadily for 24 hours', async () => {
    await sellWithCard();
    await run();
    server.clock.advance(30 * DAY);
    expect(await run()).toEqual([HELD]);
    for (let hour = 1; hour < 24; hour++) {
      server.clock.advance(HOUR);
      expect(await run()).toEqual([HELD]);
    }
    expect(await numbers()).toHaveLength(1);
    server.clock.advance(HOUR);
    expect(await run()).toContainEqual(expect.objectContaining({ step: 'renewals', state: 'done' }));
    expect(await numbers()).toHaveLength(2);
    expect((await mails()).filter((kind) => kind.startsWith('billing-'))).toEqual([
      'billing-held',
      'billing-continues',
    ]);
  });

  it('continues after a jump of more than 45 days only when staff confirm', async () => {
    await sellWithCard();
    await run();
    server.clock.advance(46 * DAY);
    for (let hour = 0; hour < 30; hour++) {
      server.clock.advance(HOUR);
      expect(await run()).toEqual([HELD]);
    }
    const forecast = await server.operator.billing.forecast({ days: 0 });
    expect(forecast).toEqual([HELD, ...forecast.slice(1)]);
    expect(forecast.length).toBeGreaterThan(1);
    expect(await numbers()).toHaveLength(1);
    const done = await run({ yes: true });
    expect(done.map(({ step, amount }) => ({ step, amount }))).toEqual(
      forecast.slice(1).map(({ step, amount }) => ({ step, amount })),
    );
    expect((await numbers()).length).toBeGreaterThan(1);
    server.clock.advance(HOUR);
    expect(await run()).not.toContainEqual(HELD);
  });

  it('runs for a time that staff give and confirm, and stays held for the current clock', async () => {
    await sellWithCard();
    await run();
    server.clock.advance(95 * DAY);
    expect(await run({ at: START + 25 * DAY })).toEqual([HELD]);
    const lines = await run({ at: START + 25 * DAY, yes: true });
    expect(lines).toEqual([HELD, ...lines.slice(1)]);
    expect(lines).toContainEqual(expect.objectContaining({ step: 'renewals', state: 'done' }));
    expect(await numbers()).toEqual(['INV-2026-000001', 'INV-2026-000002']);
    expect(await run()).toEqual([HELD]);
  });

  it('accepts orders, but refuses those whose invoice would start the number series of another year', async () => {
    const { id } = await sellWithCard();
    await run();
    const order = () => server.operator.subscriptions.create({ account_id: id, plan: 'S' });
    server.clock.advance(30 * DAY);
    expect((await order()).invoice?.number).toBe('INV-2026-000002');
    server.clock.advance(30 * DAY);
    await expect(order()).rejects.toThrow('Invoices cannot be issued at the moment');
    await run({ yes: true });
    expect((await order()).invoice?.number).toMatch(/^INV-2027-/);
  });

  it('does not occur on a new installation, whatever its clock says', async () => {
    await sellWithCard();
    server.clock.advance(300 * DAY);
    expect(await run()).not.toContainEqual(HELD);
  });
});

describe('a clock that is far behind the last run', () => {
  it('bills nothing, refuses invoices of another year, and doctor tells until it is right', async () => {
    const { id } = await sellWithCard();
    await run();
    const order = () => server.operator.subscriptions.create({ account_id: id, plan: 'S' });
    const before = await numbers();
    server.clock.advance(-7_300 * DAY);
    expect(await run()).toEqual([]);
    await expect(order()).rejects.toThrow('Invoices cannot be issued at the moment');
    expect(await server.operator.billing.check()).toMatchObject({
      detail: expect.stringContaining('7300 days behind the last billing run at 2026-11-17T12:00:00+00:00'),
      advice: expect.stringContaining('Check the clock'),
    });
    server.clock.advance(7_300 * DAY);
    expect(await server.operator.billing.check()).toMatchObject({ advice: null });
    expect(await numbers()).toEqual(before);
    expect((await order()).invoice?.number).toBe('INV-2026-000002');
  });
});

describe('a billing run for another time', () => {
  it('requires --yes beyond 40 days from the later of now and the last run, and is refused beyond 400 days', async () => {
    await run();
    await expect(run({ at: START + 41 * DAY })).rejects.toThrow('need --yes');
    await run({ at: START + 40 * DAY });
    await run({ at: START + 80 * DAY });
    await run({ at: START + 130 * DAY, yes: true });
    await expect(run({ at: START + 531 * DAY, yes: true })).rejects.toThrow('At most 400 days');
    await run({ at: START - 100 * DAY });
    await expect(run({ at: START + 41 * DAY })).rejects.toThrow('need --yes');
    expect(await run()).toEqual([]);
  });

  it('asks for --yes on the command line', async () => {
    await expect(server.run('billing run', '--at', '2027-11-17T12:00:00Z')).rejects.toThrow(
      'More than 40 days need --yes',
    );
    expect(await server.run('billing run', '--at', '2027-11-17T12:00:00Z', '--yes')).toEqual([]);
  });
});
