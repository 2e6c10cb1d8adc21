import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWithService } from '../../testing/describe-with-service.ts';
import { untilMail } from '../../testing/server/mail.ts';
import { type Customer, HOUR, MINUTE, type MonthWorld, openMonthWorld, SELLER, STAFF } from '../month/world.ts';

const START = Date.parse('2027-01-31T10:30:00Z');

describeWithService('lxd', 'an order whose image is missing on LXD', (url) => {
  const image = `later/${randomBytes(4).toString('hex')}`;
  let world: MonthWorld;
  let customer: Customer;

  beforeAll(async () => {
    world = await openMonthWorld(url, START);
    await world.server.command(
      ...['operator', 'create', '--email', STAFF, '--role', 'technician', '--password', 'correct horse battery'],
    );
    customer = await world.createCustomer('Ada');
  });
  afterAll(() => world.close());

  const createPlan = (name: string, ...options: string[]) =>
    world.server.command<{ warnings?: string[] }>(
      ...['plan', 'create', '--name', name, '--price', 1_000, '--memory-mb', 96, '--disk-gb', 1, ...options],
    );
  const countMachines = async (id: number | null) =>
    (await world.listMachines()).filter((line) => line.startsWith(`vps-${id},`)).length;

  test('causes a warning when the plan is created, and is listed by doctor', async () => {
    expect(await createPlan('Present', '--image', 'busybox')).not.toHaveProperty('warnings');
    const { warnings } = await createPlan('Later', '--image', image);
    expect(warnings).toEqual([expect.stringMatching(/There is no image "later.*The engine has: .*busybox/)]);
    const part = await world.doctor('images');
    expect(part).toMatchObject({ state: 'attention', detail: expect.stringContaining(`Later (${image})`) });
  });

  test('is pending with a reason, reported, retried after a crash, and active once the image exists', async () => {
    await world.server.command('account', 'credit', '--id', customer.id, '--amount', 1_000, '--reason', 'Welcome.');
    const order = await world.order(customer, 'Later', 'later.example.com');
    await world.untilOrder(order.id, ({ delivery_attempts }) => delivery_attempts === 1);
    expect(await world.show(customer, order.id)).toMatchObject({
      status: 'pending',
      pending_reason: expect.stringContaining('could not be created yet'),
    });
    const { hosting_id } = await world.readOrder(order.id);
    world.clock.advance(MINUTE);
    const mail = await untilMail(world.server.dataDir, STAFF, ({ text = '' }) => text.includes(image));
    expect(mail.text).toContain(`Subscription ${order.id} of account ${customer.id}`);
    const part = await world.doctor('orders');
    expect(part.detail).toContain(`There is no image "${image}"`);
    expect(part.advice).toContain('hostler subscription retry --id');

    // The process dies before the scheduled retry.
    await world.server.crash();
    await world.importImage(image);
    world.clock.advance(2 * HOUR);
    await world.server.restart();
    // The process dies while the server is created.
    await world.untilOrder(order.id, ({ retry_at }) => retry_at === null);
    await world.server.crash();
    await world.server.restart();
    await world.untilOrder(order.id, ({ status }) => status === 'active');
    expect(await countMachines(hosting_id)).toBe(1);

    const [line] = await world.query<{ period_start: number; period_end: number }>(
      `select period_start, period_end from charges where subscription_id = ${order.id} and kind = 'period'`,
    );
    const { current_period_start: start, current_period_end: end } = await world.readOrder(order.id);
    expect(new Date(line?.period_end ?? 0).toISOString().slice(0, 10)).toBe('2027-02-28');
    expect(start).toBe(line?.period_start);
    const wait = end - (line?.period_end ?? 0);
    expect(wait).toBeGreaterThan(2 * HOUR);
    expect(wait).toBeLessThanOrEqual(world.clock.now() - start);
    const invoices = await world.query(`select status, total from invoices where account_id = ${customer.id}`);
    expect(invoices, 'the invoice stays as issued').toEqual([{ status: 'paid', total: 1_000 }]);
    expect((await world.doctor('images')).detail).not.toContain('Later (');
  });

  test('is cancelled after 72 hours, and each payment is refunded to its payment method', async () => {
    await createPlan('Never', '--image', `${image}/never`);
    const [card, bank] = [await world.createCustomer('Card'), await world.createCustomer('Bank')];
    world.saveCard(card);
    const [byCard, byBank] = [
      await world.order(card, 'Never', 'card.example.com'),
      await world.order(bank, 'Never', 'bank.example.com'),
    ];
    await world.importStatement(
      `date;amount;currency;name;iban;text;id\n2027-01-31;10.00;EUR;Grace;DE02120300000000202051;${byBank.invoice?.number};NONREF\n`,
    );
    const orders = [byCard, byBank];
    for (const { id } of orders) await world.untilOrder(id, ({ delivery_attempts }) => delivery_attempts >= 1);
    world.clock.advance(71 * HOUR);
    await world.server.command('billing', 'run');
    for (const { id } of orders) expect((await world.readOrder(id)).status).toBe('pending');
    world.clock.advance(HOUR);
    // The server's own billing run may come first, or be killed together with this one.
    await Promise.all([world.server.command('billing', 'run'), world.server.crash()]);
    await world.server.restart();
    await world.server.command('billing', 'run');
    for (const { id } of orders) expect((await world.readOrder(id)).status).toBe('cancelled');
    for (const { id } of [card, bank]) {
      const documents = await world.query(`select type, total from invoices where account_id = ${id} order by id`);
      expect(documents).toEqual([
        { type: 'invoice', total: 1_000 },
        { type: 'credit_note', total: -1_000 },
      ]);
    }
    const [refund] = await world.query<{ id: number }>(
      `select id from payment_refunds where account_id = ${card.id} and destination = 'method'`,
    );
    expect(refund).toBeDefined();
    await world.settle();
    expect(await world.query(`select status, amount from payment_refunds where account_id = ${card.id}`)).toEqual([
      { status: 'succeeded', amount: 1_000 },
    ]);
    expect(await world.server.command('payment', 'payouts')).toMatchObject([
      { account_id: bank.id, amount: 1_000, name: 'Grace', iban: 'DE02120300000000202051' },
    ]);
    await untilMail(world.server.dataDir, SELLER, ({ subject = '' }) => subject.includes(`account ${bank.id}`));
    expect(await world.query('select sum(amount) as amount from ledger_entries')).toEqual([{ amount: 0 }]);
    for (const { id } of orders) expect(await countMachines((await world.readOrder(id)).hosting_id)).toBe(0);
  });
});
