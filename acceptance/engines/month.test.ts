import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderedSubscription } from '../../testing/api-types.ts';
import { describeWithService } from '../../testing/describe-with-service.ts';
import { untilMail } from '../../testing/server/mail.ts';
import { runHostler } from '../hostler-process.ts';
import { compareBooks } from '../month/books.ts';
import { type BankEntry, writeCamt, writeCsv } from '../month/statements.ts';
import { type Customer, DAY, HOUR, MINUTE, type MonthWorld, openMonthWorld, SELLER } from '../month/world.ts';

/** The last day of January: the second period begins on 28 February. */
const START = Date.parse('2027-01-31T10:30:00Z');
const LEAP = 95 * DAY;
/** Longer, and the clock would not be trusted. */
const STEP = 3 * DAY - HOUR;

interface RunLine {
  step: string;
  state: string;
  what: string;
}
interface Restored {
  number: string;
  result: string;
}

describeWithService('lxd', 'a month of a hosting company on LXD', (url) => {
  const image = `month/${randomBytes(4).toString('hex')}`;
  let world: MonthWorld;
  let customers: { credit: Customer; bank: Customer; card: Customer; late: Customer; gone: Customer };
  const orders = new Map<Customer, OrderedSubscription>();

  beforeAll(async () => {
    world = await openMonthWorld(url, START);
    const create = (...names: string[]) => Promise.all(names.map((name) => world.createCustomer(name)));
    const [credit, bank, card, late, gone] = [
      ...(await create('Credit', 'Bank', 'Card')),
      ...(await create('Late', 'Gone')),
    ];
    customers = { credit, bank, card, late, gone } as typeof customers;
  });
  afterAll(() => world.close());

  const hostler = <T = Record<string, unknown>>(...args: (string | number)[]) => world.server.command<T>(...args);
  const today = () => new Date(world.clock.now()).toISOString().slice(0, 10);

  /** Everything that is due, and its work on the engine; returns what was held or could not be done. */
  async function bill(...options: string[]): Promise<RunLine[]> {
    const { stdout } = await runHostler(['billing', 'run', ...options, '--json'], world.server.settings);
    const lines = JSON.parse(stdout) as RunLine[];
    await world.settle();
    return lines.filter(({ state }) => state !== 'done');
  }

  async function live(until: string): Promise<void> {
    const end = Date.parse(until);
    while (world.clock.now() < end) {
      world.clock.advance(Math.min(STEP, end - world.clock.now()));
      expect(await bill(), `the billing run on ${today()}`).toEqual([]);
    }
  }

  const invoiceOf = (customer: Customer) => orders.get(customer)?.invoice?.number ?? '';
  const entry = (name: string, iban: string, amount: string, text: string): BankEntry => {
    return { day: today(), amount, name, iban, text, reference: 'NONREF' };
  };
  const countDocuments = async () =>
    await world.query(
      `select (select count(*) from invoices) as invoices, (select count(*) from charges) as charges,
         (select count(*) from payments) as payments, (select count(*) from hosting_suspensions) as suspensions`,
    );

  test('sells to customers who pay with credit, by bank transfer and by card', async () => {
    const size = ['--memory-mb', 96, '--disk-gb', 1];
    await hostler('plan', 'create', '--name', 'Small', '--price', 1_000, ...size, '--image', 'busybox');
    const late = await hostler('plan', 'create', '--name', 'Late', '--price', 1_500, ...size, '--image', image);
    expect(late).toMatchObject({ warnings: [expect.stringContaining(`There is no image "${image}"`)] });
    await hostler('plan', 'create', '--name', 'Never', '--price', 2_000, ...size, '--image', `${image}/never`);
    await hostler('account', 'credit', '--id', customers.credit.id, '--amount', 5_000, '--reason', 'Moved to us.');
    world.saveCard(customers.card);
    for (const [name, plan] of [
      ['credit', 'Small'],
      ['bank', 'Small'],
      ['card', 'Small'],
      ['late', 'Late'],
      ['gone', 'Never'],
    ] as const) {
      orders.set(customers[name], await world.order(customers[name], plan, `${name}.example.com`));
    }
    for (const paid of [customers.credit, customers.card]) {
      await world.untilOrder(orders.get(paid)?.id ?? 0, ({ status }) => status === 'active');
    }
    // The first run also cancels what staff sold to the two customers of the seed long ago: their image is missing too.
    expect(await bill()).toEqual([]);
  });

  test('imports three bank files with one reference, and holds a repeated line in another format', async () => {
    const { bank, late, gone } = customers;
    const ada = entry('Ada', 'DE02120300000000202051', '10.00', invoiceOf(bank));
    expect(await world.importStatement(writeCamt([ada]))).toMatchObject({ matched: 1 });
    await live('2027-02-01T10:30:00Z');
    const grace = entry('Grace', 'DE02500105170137075030', '15.00', invoiceOf(late));
    expect(await world.importStatement(writeCamt([grace]))).toMatchObject({ matched: 1 });
    await live('2027-02-02T10:30:00Z');
    const joan = entry('Joan', 'DE88100900001234567892', '20.00', invoiceOf(gone));
    expect(await world.importStatement(writeCamt([joan]))).toMatchObject({ matched: 1 });
    expect(await world.importStatement(writeCamt([ada, grace, joan]))).toMatchObject({ again: 3, matched: 0 });
    expect(await world.importStatement(writeCsv([ada]))).toMatchObject({ held: 1, matched: 0 });
    const [line] = await hostler<{ id: number }[]>('payment', 'lines');
    await hostler('payment', 'dismiss-line', '--line', line?.id ?? 0, '--reason', 'The same payment as CAMT.');
  });

  test('delivers a server once its image exists, and refunds an order whose image never exists', async () => {
    const { late, gone } = customers;
    const [waiting, never] = [orders.get(late)?.id ?? 0, orders.get(gone)?.id ?? 0];
    await world.untilOrder(waiting, ({ delivery_attempts }) => delivery_attempts >= 1);
    expect((await world.show(late, waiting)).pending_reason).toContain('could not be created yet');
    await untilMail(world.server.dataDir, SELLER, ({ text = '' }) => text.includes(`Subscription ${waiting} of`));
    await world.importImage(image);
    world.clock.advance(7 * HOUR);
    await world.untilOrder(waiting, ({ status }) => status === 'active');
    await live('2027-02-06T10:30:00Z');
    expect((await world.readOrder(never)).status).toBe('cancelled');
    const [payout] = await hostler<{ id: number }[]>('payment', 'payouts');
    expect(payout).toMatchObject({ account_id: gone.id, amount: 2_000, name: 'Joan' });
    await hostler('payment', 'paid-out', '--id', payout?.id ?? 0);
    expect((await world.listMachines()).sort()).toEqual(
      (await world.query<{ id: number }>(`select id from hosting where status = 'running' order by id`)).map(
        ({ id }) => `vps-${id},RUNNING`,
      ),
    );
  });

  test('charges nothing while the clock is 95 days ahead', async () => {
    await live('2027-02-10T10:30:00Z');
    const before = await countDocuments();
    world.clock.advance(LEAP);
    await untilMail(world.server.dataDir, SELLER, ({ subject = '' }) => subject.startsWith('Billing is held'));
    expect(await bill()).toEqual([expect.objectContaining({ step: 'billing', state: 'held' })]);
    expect(await world.doctor('billing')).toMatchObject({ detail: expect.stringContaining('Billing is held') });
    world.clock.advance(-LEAP);
    expect(await bill()).toEqual([]);
    expect(await countDocuments()).toEqual(before);
  });

  test('continues after an older copy of the data is restored, and uses no invoice number twice', async () => {
    const { credit, bank, card, late } = customers;
    const copy = join(dirname(world.server.dataDir), 'copy-of-10-february');
    await hostler('backup-data', '--to', copy);
    await live('2027-02-24T10:30:00Z');
    const lost = await world.query<{ number: string; account_id: number }>(
      `select number, account_id from invoices where issued_at > ${Date.parse('2027-02-20T00:00:00Z')} order by number`,
    );
    expect(new Set(lost.map(({ account_id }) => account_id))).toEqual(
      new Set([credit, bank, card, late].map(({ id }) => id)),
    );

    await world.server.terminate();
    await hostler('restore-data', '--from', copy, '--replace');
    await world.server.restart();
    const refused = await world.client.post('/subscriptions', bank.key, {
      plan: 'Small',
      hostname: 'second.example.com',
    });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('cannot be issued')]);
    expect(await world.doctor('document archive')).toMatchObject({
      advice: expect.stringContaining('invoice series --continue'),
    });
    expect(await bill()).toEqual([expect.objectContaining({ step: 'billing', state: 'held' })]);
    const goOn = (reason: string) => hostler<Restored[]>('invoice', 'series', '--continue', '--reason', reason);
    const restored = await goOn('Restored the copy of 10 February.');
    expect(restored.map(({ number, result }) => `${number} ${result}`)).toEqual(
      lost.map(({ number }) => `${number} restored`),
    );
    expect(await goOn('Again.')).toEqual([]);
    expect(await bill('--yes')).toEqual([]);

    // Each period was invoiced again. The lost invoice of the card was paid; its money becomes credit.
    const onHold = await world.query<{ id: number; account_id: number }>(
      'select id, account_id from invoices where restored_at is not null order by id',
    );
    expect(onHold).toHaveLength(lost.length);
    for (const { id, account_id } of onHold) {
      if (account_id === card.id) await hostler('invoice', 'pay', '--id', id, '--method', 'card');
      await hostler('invoice', 'credit', '--id', id, '--reason', 'Invoiced again after the restore.');
    }
  });

  test('reminds a customer who does not pay, and accepts the late payment', async () => {
    const { bank } = customers;
    const open = () =>
      world.query<{ number: string; status: string; overdue_at: number | null }>(
        `select number, status, overdue_at from invoices
         where account_id = ${bank.id} and status in ('unpaid', 'overdue') and restored_at is null`,
      );
    const [renewal] = await open();
    await live('2027-03-14T10:30:00Z');
    expect((await open())[0]).toMatchObject({ number: renewal?.number, status: 'overdue' });
    await untilMail(
      world.server.dataDir,
      bank.email,
      ({ subject = '' }) => subject === `Invoice ${renewal?.number} is not paid yet`,
    );
    const ada = entry('Ada', 'DE02120300000000202051', '10.00', renewal?.number ?? '');
    expect(await world.importStatement(writeCamt([ada]))).toMatchObject({ matched: 1 });
    world.clock.advance(30 * MINUTE);
    expect(await bill()).toEqual([]);
    expect(await open()).toEqual([]);
  });

  test('ends with correct accounts for every amount and every day', async () => {
    await compareBooks(world, { until: world.clock.now() });
  });
});
